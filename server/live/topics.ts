import type { User } from '#server/contexts.ts'
import type { Change } from './change-feed.ts'

/** The events of a change that this person receives: products for everyone, an order for its buyer and admins, a sale for its seller. */
export function eventsFor(change: Change, user: User | undefined): string[] {
  switch (change.kind) {
    case 'everything':
      return topicsOf(user).map((topic) => event(topic, '*'))
    case 'product':
      return [event('product', change.id)]
    case 'order': {
      const mine = user && (user.role === 'admin' || change.userId === user.uid || change.userId === '*')
      return mine ? [event('order', change.id)] : []
    }
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

function topicsOf(user: User | undefined): string[] {
  const byRole = { user: [], seller: ['sale'], admin: ['message', 'letter'] }
  return ['product', ...(user ? ['order', 'user', ...byRole[user.role]] : [])]
}

function event(name: string, id: number | string): string {
  return `event: ${name}\ndata: ${id}\n\n`
}
