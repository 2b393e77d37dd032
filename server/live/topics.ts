import type { User } from '#domain/account.ts'
import { grantOf } from '#domain/permissions.ts'
import type { Change } from './change-feed.ts'

const TOPICS = ['product', 'order', 'user', 'sale', 'message', 'email'] as const
type Topic = (typeof TOPICS)[number]

/** The events about a change that the table of permissions allows this user to receive. */
export function eventsFor(change: Change, user: User | undefined): string[] {
  switch (change.kind) {
    case 'everything':
      return TOPICS.filter((topic) => mayHear(topic, user, '*')).map((topic) => event(topic, '*'))
    case 'order':
      return tell('order', change.id, user, change.userId)
    case 'user':
      return tell('user', change.id, user, change.id)
    case 'session':
      // Other open pages of this user reload and notice whether they are still logged in.
      return tell('user', change.userId, user, change.userId)
    case 'settings':
      return []
    case 'sale':
      return tell('sale', change.sellerId, user, change.sellerId)
    default:
      return tell(change.kind, change.id, user)
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
