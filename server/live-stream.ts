import type { User } from './contexts.ts'
import type { Change, Live } from './live.ts'

/** So that proxies and phones do not take a quiet line for a dead one. */
const HEARTBEAT_MS = 25_000
/** Changes that come in one burst are told as one. */
const GATHER_MS = 50

const encoder = new TextEncoder()

/** Answers a browser's EventSource: names of what changed, among what this person may know about. */
export function liveStream(live: Live, user: User | undefined): Response {
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const gathered = new Set<string>()
      let timer: NodeJS.Timeout | undefined

      const flush = () => {
        clearTimeout(timer)
        timer = undefined
        controller.enqueue(encoder.encode([...gathered].join('')))
        gathered.clear()
      }
      const hear = (change: Change) => {
        for (const event of eventsFor(change, user)) gathered.add(event)
        if (gathered.size > 0) timer ??= setTimeout(flush, GATHER_MS)
      }
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), HEARTBEAT_MS)
      const close = () => {
        stop()
        controller.close()
      }
      const forgetChange = live.onChange((change) => {
        hear(change)
        // Who this is, and may hear, is looked up when the browser connects again, which it does by itself.
        if (user && change.kind === 'user' && (change.id === user.uid || change.id === '*')) {
          flush()
          close()
        }
      })
      const forgetClose = live.onClose(close)
      stop = () => {
        clearInterval(heartbeat)
        clearTimeout(timer)
        forgetChange()
        forgetClose()
      }
      controller.enqueue(encoder.encode('retry: 1000\n\n'))
      // The page may have been rendered before these, and connects only now.
      for (const change of live.listRecent()) hear(change)
    },
    cancel: () => stop(),
  })
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

/** What of a change this person is told: products are everyone's, an order is its buyer's and the admin's, a sale its seller's. */
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
