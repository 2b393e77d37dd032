import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import type { Change, ChangeFeed } from './change-feed.ts'
import { eventsFor } from './topics.ts'

/** Proxies and phones close connections after a longer silence. */
const HEARTBEAT_MS = 25_000
/** Changes within this time are sent as one batch. */
const BATCH_MS = 50
/** A client with this much unread is slow or gone; buffering for many of them would exhaust memory. */
const MAX_UNREAD_BYTES = 64 * 1024
/** Writes before the event loop may run other work. */
const WRITES_PER_TICK = 500
/** An ended stream is destroyed if the client has not read the rest after this time. */
const FLUSH_MS = 1000

/** Clients that receive the same events: one person's browsers, or all guests. */
type SubscriberGroup = { user: User | undefined; streams: Set<ServerResponse>; pendingEvents: Set<string> }

type Caller = { user: User | undefined; since: number; headers?: OutgoingHttpHeaders }

/**
 * Sends browsers the names of what changed, each person only what they may see.
 *
 * There may be thousands of streams, so each is a bare Node response: events are formatted once per group, and one timer
 * sends all heartbeats.
 */
export function createSseHub(changeFeed: ChangeFeed) {
  const groups = new Map<string, SubscriberGroup>()
  let heartbeatTimer: NodeJS.Timeout | undefined
  let batchTimer: NodeJS.Timeout | undefined
  let isClosed = false

  changeFeed.onChange((change) => {
    for (const group of groups.values()) {
      for (const event of eventsFor(change, group.user)) group.pendingEvents.add(event)
      if (isAbout(change, group.user)) disconnect(group)
      else if (group.pendingEvents.size > 0) batchTimer ??= setTimeout(flush, BATCH_MS)
    }
  })
  changeFeed.onClose(() => {
    isClosed = true
    clearInterval(heartbeatTimer)
    clearTimeout(batchTimer)
    for (const { streams } of groups.values()) for (const stream of streams) end(stream)
  })

  async function flush() {
    batchTimer = undefined
    await send(takePendingEvents)
  }

  async function send(textFor: (group: SubscriberGroup) => string) {
    let written = 0
    for (const group of groups.values()) {
      const text = textFor(group)
      if (text === '') continue
      for (const stream of group.streams) {
        write(stream, text)
        if (++written % WRITES_PER_TICK === 0) await yieldToEventLoop()
      }
    }
  }

  /** Closes the streams of a group: EventSource reconnects by itself and then gets the user's new permissions. */
  function disconnect(group: SubscriberGroup) {
    const text = takePendingEvents(group)
    for (const stream of group.streams) end(stream, text)
  }

  return {
    /**
     * Turns a response into a live stream.
     * @param since the time at which `user` was looked up
     */
    add(response: ServerResponse, { user, since, headers }: Caller): void {
      if (isClosed) return void response.destroy()
      response.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      const group = groupOf(groups, user)
      group.streams.add(response)
      heartbeatTimer ??= setInterval(send, HEARTBEAT_MS, () => ': still here\n\n').unref()
      // 'close' follows and cleans up.
      response.on('error', () => {})
      response.once('close', () => {
        group.streams.delete(response)
        if (group.streams.size === 0) groups.delete(groupKey(user))
      })
      // The page may have been rendered before these changes.
      const missed = new Set(changeFeed.listRecent().flatMap((change) => eventsFor(change, user)))
      write(response, `retry: 1000\n\n${[...missed].join('')}`)
      // If this user changed during the lookup, close the stream now; EventSource reconnects with the new permissions.
      if (changeFeed.listRecent(since).some((change) => isAbout(change, user))) end(response)
    },
  }
}

/** May this change the user's permissions? After a gap in the notifications, anything may have changed. */
function isAbout(change: Change, user: User | undefined): boolean {
  if (!user) return false
  if (change.kind === 'everything') return true
  // The settings say whether admins need a second factor.
  if (change.kind === 'settings') return user.role === 'admin'
  const whose = change.kind === 'user' ? change.id : change.kind === 'session' ? change.userId : undefined
  return whose === user.userId || whose === '*'
}

function takePendingEvents({ pendingEvents }: SubscriberGroup): string {
  const text = [...pendingEvents].join('')
  pendingEvents.clear()
  return text
}

function write(stream: ServerResponse, text: string): void {
  // An ended stream stays in its group until the connection is closed.
  if (stream.writableEnded) return
  if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
  else stream.write(text)
}

/** Ends the stream; the client has a moment to read the rest. */
function end(stream: ServerResponse, text = ''): void {
  if (stream.writableEnded) return
  stream.end(text)
  const timer = setTimeout(() => stream.req.socket.destroy(), FLUSH_MS).unref()
  stream.once('close', () => clearTimeout(timer))
}

function groupOf(groups: Map<string, SubscriberGroup>, user: User | undefined): SubscriberGroup {
  const group = groups.get(groupKey(user)) ?? { user, streams: new Set(), pendingEvents: new Set() }
  groups.set(groupKey(user), group)
  return group
}

/** Includes the role and the rights of staff, because they decide which events a session receives. */
function groupKey(user: User | undefined): string {
  return user ? [user.role, user.userId, ...(user.staff?.rights ?? [])].join() : ''
}
