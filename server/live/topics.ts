import type { User } from '#domain/account.ts'
import { grantOf } from '#domain/permissions.ts'
import type { Change } from './change-feed.ts'

/** The events of a change that this person receives: products for everyone, an order for its buyer and admins, a sale for its seller. */
export function eventsFor(change: Change, user: User | undefined): string[] {
  switch (change.kind) {
    case 'everything':
      return TOPICS.filter((topic) => mayHear(topic, user, '*')).map((topic) => event(topic, '*'))
    case 'order':
      return tell('order', change.id, user, change.userId)
    case 'user':
      return user?.role === 'admin' || user?.uid === change.id ? [event('user', change.id)] : []
    case 'session':
      // Their other pages read again, and find out whether they are still logged in.
      return user?.uid === change.userId ? [event('user', change.userId)] : []
    case 'message':
    case 'letter':
      return user?.role === 'admin' ? [event(change.kind, change.id)] : []
    case 'sale': {
      const mine = user?.role === 'seller' && (change.sellerId === user.uid || change.sellerId === '*')
      return mine ? [event('sale', change.sellerId)] : []
    }
  }
}

function tell(topic: Topic, id: number | string, user: User | undefined, owner?: string): string[] {
  return mayHear(topic, user, owner) ? [event(topic, id)] : []
}

/** @param owner the id of the user whose it is; `*`: everybody's */
function mayHear(topic: Topic, user: User | undefined, owner?: string): boolean {
  const grant = grantOf(`LIVE ${topic}`, user?.role ?? 'guest')
  return grant === 'all' || (grant === 'own' && (owner === user?.uid || owner === '*'))
}

function event(name: string, id: number | string): string {
  return `event: ${name}\ndata: ${id}\n\n`
}
