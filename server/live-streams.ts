import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate as breathe } from 'node:timers/promises'
import type { User } from './contexts.ts'
import type { Change, Live } from './live.ts'
import { eventsFor } from './live-events.ts'
import { type Line, takeLine } from './live-line.ts'

/** So that proxies and phones do not take a quiet line for a dead one. */
const HEARTBEAT_MS = 25_000
/** Every line hears one in so many beats, so that they do not all speak at once. */
const BEATS = 25
/** Changes that come in one burst are told as one. */
const GATHER_MS = 50
/** Whoever has this much unread is slow, or gone: kept for many, it would fill our memory. */
const MOST_UNREAD_BYTES = 64 * 1024
/** Then others get their turn. */
const WRITES_AT_ONCE = 500

/** Everybody who may hear the same: one person's browsers, or all guests. */
type Audience = { user: User | undefined; lines: Set<Line>; gathered: Set<string> }

type Caller = { user: User | undefined; since: number; headers?: OutgoingHttpHeaders; onEnd?: () => void }

/**
 * Tells browsers' EventSources names of what changed, each among what its person may know about.
 *
 * There may be thousands of them, so a line is its socket and nothing more: what is told is written once for each
 * audience, and one clock beats for all.
 */
export function openLiveStreams(live: Live) {
  const audiences = new Map<string, Audience>()
  const beats = Array.from({ length: BEATS }, () => new Set<Line>())
  let beat = 0
  let clock: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined
  let isClosed = false

  live.onChange((change) => {
    for (const audience of audiences.values()) {
      for (const event of eventsFor(change, audience.user)) audience.gathered.add(event)
      if (isAbout(change, audience.user)) sendAway(audience)
      else if (audience.gathered.size > 0) gathering ??= setTimeout(tell, GATHER_MS)
    }
  })
  live.onClose(() => {
    isClosed = true
    clearInterval(clock)
    clearTimeout(gathering)
    for (const { lines } of audiences.values()) for (const line of lines) line.end()
  })

  async function tell() {
    gathering = undefined
    let written = 0
    for (const audience of audiences.values()) {
      const text = takeGathered(audience)
      if (text === '') continue
      for (const line of audience.lines) {
        write(line, text)
        if (++written % WRITES_AT_ONCE === 0) await breathe()
      }
    }
  }

  /** Who this is, and may hear, is looked up when the browser connects again, which it does by itself. */
  function sendAway(audience: Audience) {
    const text = takeGathered(audience)
    for (const line of audience.lines) line.end(text)
  }

  function heartbeat() {
    beat = (beat + 1) % BEATS
    for (const line of beats[beat] ?? []) write(line, ': still here\n\n')
  }

  return {
    /**
     * From now on this is a live line, until either side ends it; `onEnd` is called then.
     * @param since when it was asked who this is
     */
    async add(response: ServerResponse, { user, since, headers, onEnd }: Caller): Promise<void> {
      await waitForTurn(response)
      await breathe()
      if (isClosed || !response.socket || response.closed) {
        response.destroy()
        return onEnd?.()
      }
      const line = takeLine(response, {
        ...headers,
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const audience = audienceOf(audiences, user)
      const pulse = quietest(beats)
      audience.lines.add(line)
      pulse.add(line)
      clock ??= setInterval(heartbeat, HEARTBEAT_MS / BEATS).unref()
      line.once('close', () => {
        pulse.delete(line)
        audience.lines.delete(line)
        if (audience.lines.size === 0) audiences.delete(nameOf(user))
        onEnd?.()
      })
      // The page may have been rendered before these, and connects only now.
      const missed = new Set(live.listRecent().flatMap((change) => eventsFor(change, user)))
      write(line, `retry: 1000\n\n${[...missed].join('')}`)
      // What was changed about them while they were looked up was told before there was a line to send away.
      if (live.listRecent(since).some((change) => isAbout(change, user))) line.end()
    },
  }
}

/** A browser may have read all of an answer, and ask on the same connection, before that answer has let go of it here. */
function waitForTurn(response: ServerResponse): Promise<void> | undefined {
  if (response.socket || response.closed) return
  const turn = Promise.withResolvers<void>()
  response.once('socket', turn.resolve).once('close', turn.resolve)
  return turn.promise
}

/** Whether they may be somebody else from now on; after a gap in the news nobody knows. */
function isAbout(change: Change, user: User | undefined): boolean {
  if (!user) return false
  if (change.kind === 'everything') return true
  const whose = change.kind === 'user' ? change.id : change.kind === 'session' ? change.userId : undefined
  return whose === user.uid || whose === '*'
}

function takeGathered({ gathered }: Audience): string {
  const text = [...gathered].join('')
  gathered.clear()
  return text
}

function write(line: Line, text: string): void {
  if (line.writableLength > MOST_UNREAD_BYTES) line.destroy()
  else line.write(text)
}

function audienceOf(audiences: Map<string, Audience>, user: User | undefined): Audience {
  const audience = audiences.get(nameOf(user)) ?? { user, lines: new Set(), gathered: new Set() }
  audiences.set(nameOf(user), audience)
  return audience
}

/** Of two logins as different roles each hears what is theirs. */
function nameOf(user: User | undefined): string {
  return user ? `${user.role} ${user.uid}` : ''
}

function quietest(beats: Set<Line>[]): Set<Line> {
  return beats.reduce((least, some) => (some.size < least.size ? some : least))
}
