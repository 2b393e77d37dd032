import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate as breathe } from 'node:timers/promises'
import type { User } from '#domain/account.ts'
import type { Change, Live } from './change-feed.ts'
import { eventsFor } from './topics.ts'

/** So that proxies and phones do not take a quiet stream for a dead one. */
const HEARTBEAT_MS = 25_000
/** Every stream gets one in so many beats, so that they are not all written to at once. */
const BEATS = 25
/** Changes that come in one burst are told as one. */
const GATHER_MS = 50
/** Whoever has this much unread is slow, or gone: kept for many, it would fill our memory. */
const MOST_UNREAD_BYTES = 64 * 1024
/** Then others get their turn. */
const WRITES_AT_ONCE = 500
/** A stream that has ended may take so long to be read to its end. */
const LAST_READ_MS = 1000

/** Everybody who may hear the same: one person's browsers, or all guests. */
type SubscriberGroup = { user: User | undefined; streams: Set<ServerResponse>; pendingEvents: Set<string> }

type Caller = { user: User | undefined; since: number; headers?: OutgoingHttpHeaders }

/**
 * Tells browsers' EventSources names of what changed, each among what its person may know about.
 *
 * There may be thousands of them, so a stream is Node's own response and nothing more: what is told is written once for
 * each audience, and one clock beats for all.
 */
export function createSseHub(live: Live) {
  const groups = new Map<string, SubscriberGroup>()
  const beats = Array.from({ length: BEATS }, () => new Set<ServerResponse>())
  let beat = 0
  let clock: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let isClosed = false

  live.onChange((change) => {
    for (const group of groups.values()) {
      for (const event of eventsFor(change, group.user)) group.pendingEvents.add(event)
      if (isAbout(change, group.user)) sendAway(group)
      else if (group.pendingEvents.size > 0) gathering ??= setTimeout(tell, GATHER_MS)
    }
  })
  live.onClose(() => {
    isClosed = true
    clearInterval(clock)
    clearTimeout(gathering)
    for (const { streams } of groups.values()) for (const stream of streams) end(stream)
  })

  async function tell() {
    gathering = undefined
    let written = 0
    for (const group of groups.values()) {
      const text = takePendingEvents(group)
      if (text === '') continue
      for (const stream of group.streams) {
        write(stream, text)
        if (++written % WRITES_AT_ONCE === 0) await breathe()
      }
    }
  }

  /** Who this is, and may hear, is looked up when the browser connects again, which it does by itself. */
  function sendAway(group: SubscriberGroup) {
    const text = takePendingEvents(group)
    for (const stream of group.streams) end(stream, text)
  }

  function heartbeat() {
    beat = (beat + 1) % BEATS
    for (const stream of beats[beat] ?? []) write(stream, ': still here\n\n')
  }

  return {
    /**
     * From now on this is a live stream, until either side ends it.
     * @param since when it was asked who this is
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
      const pulse = quietest(beats)
      group.streams.add(response)
      pulse.add(response)
      clock ??= setInterval(heartbeat, HEARTBEAT_MS / BEATS).unref()
      // A connection that breaks says so here, too; its 'close' follows.
      response.on('error', () => {})
      response.once('close', () => {
        pulse.delete(response)
        group.streams.delete(response)
        if (group.streams.size === 0) groups.delete(nameOf(user))
      })
      // The page may have been rendered before these, and connects only now.
      const missed = new Set(live.listRecent().flatMap((change) => eventsFor(change, user)))
      write(response, `retry: 1000\n\n${[...missed].join('')}`)
      // What was changed about them while they were looked up was told before there was a stream to end.
      if (live.listRecent(since).some((change) => isAbout(change, user))) end(response)
    },
  }
}

/** Whether they may be somebody else from now on; after a gap in the news nobody knows. */
function isAbout(change: Change, user: User | undefined): boolean {
  if (!user) return false
  return change.kind === 'everything' || (change.kind === 'user' && (change.id === user.uid || change.id === '*'))
}

function takePendingEvents({ pendingEvents }: SubscriberGroup): string {
  const text = [...pendingEvents].join('')
  pendingEvents.clear()
  return text
}

function write(stream: ServerResponse, text: string): void {
  // One that has ended stays among the others until its connection is closed.
  if (stream.writableEnded) return
  if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
  else stream.write(text)
}

/** What is still unread may be read, but not for ever. */
function end(stream: ServerResponse, text = ''): void {
  if (stream.writableEnded) return
  stream.end(text)
  const timer = setTimeout(() => stream.req.socket.destroy(), LAST_READ_MS).unref()
  stream.once('close', () => clearTimeout(timer))
}

function groupOf(groups: Map<string, SubscriberGroup>, user: User | undefined): SubscriberGroup {
  const group = groups.get(nameOf(user)) ?? { user, streams: new Set(), pendingEvents: new Set() }
  groups.set(nameOf(user), group)
  return group
}

/** Of two logins as different roles each hears what is theirs. */
function nameOf(user: User | undefined): string {
  return user ? `${user.role} ${user.uid}` : ''
}

function quietest<T>(beats: Set<T>[]): Set<T> {
  return beats.reduce((least, some) => (some.size < least.size ? some : least))
}
