import type { User } from '#domain/accounts/user.ts'
import { grantOf, TOPICS, type Topic } from '#domain/permissions.ts'
import type { Change } from './change-feed.ts'

/** The events about a change that the table of permissions allows this user to receive. */
export function eventsFor(change: Change, user: User | undefined): string[] {
  switch (change.kind) {
    case 'everything':
      return TOPICS.filter((topic) => mayReceive(topic, user, '*')).map((topic) => event(topic, '*'))
    case 'order':
      return eventsAbout('order', change.id, user, change.userId)
    case 'user':
      return eventsAbout('user', change.id, user, change.id)
    case 'session':
      // Other open pages of this user reload, which shows whether they are still logged in.
      return [
        ...eventsAbout('user', change.userId, user, change.userId),
        ...eventsAbout('session', change.userId, user),
      ]
    case 'login':
      return eventsAbout('session', change.userId, user)
    case 'wishlist':
      return eventsAbout('wishlist', '*', user, change.userId)
    case 'settings':
      return eventsAbout('settings', '*', user)
    case 'sale':
      return eventsAbout('sale', change.sellerId, user, change.sellerId)
    default:
      return eventsAbout(change.kind, change.id, user)
  }
}

function eventsAbout(topic: Topic, id: number | string, user: User | undefined, owner?: string): string[] {
  return mayReceive(topic, user, owner) ? [event(topic, id)] : []
}

/** @param owner the id of the user that the event is about; `*`: it may be about anybody */
function mayReceive(topic: Topic, user: User | undefined, owner?: string): boolean {
  const grant = grantOf(`LIVE ${topic}`, user)
  return grant === 'all' || (grant === 'own' && (owner === user?.userId || owner === '*'))
}

function event(name: string, id: number | string): string {
  return `event: ${name}\ndata: ${id}\n\n`
}
