import { LRUCache } from 'lru-cache'
import { createThrottledLog } from '#server/observability/throttled-log.ts'
import type { Shop } from '#server/shop.ts'
import { type Heard, receiveWebhook } from './sync.ts'

/** Messages with a wrong signature from one address within a minute, before their bodies are no longer read. */
const WRONG_A_MINUTE = 30
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ADDRESSES = 10_000
/** Theirs are a few thousand. */
const MOST_BYTES = 256 * 1024

export type WebhookOutcome = Heard | 'unsigned' | 'limited' | 'too-large' | 'broken-off'

type Sent = { address: string; request: Request }

/**
 * The payment provider's webhook, where strangers may knock too. What is not signed like one of the provider's messages
 * is refused unread; an address that goes on sending wrong signatures is not read either for the rest of a minute, unless
 * the provider itself has sent from there: behind a proxy that is not trusted everybody has the same address.
 */
export function createWebhook(shop: Pick<Shop, 'db' | 'payments' | 'log' | 'metrics' | 'config'>) {
  const wrong = new LRUCache<string, number>({ max: ADDRESSES, ttl: MINUTE_MS, noUpdateTTL: true })
  const genuine = new LRUCache<string, true>({ max: 100, ttl: DAY_MS })
  const most = WRONG_A_MINUTE * shop.config.rateLimitFactor
  const say = createThrottledLog(shop.log)

  async function hear({ address, request }: Sent): Promise<WebhookOutcome> {
    const signature = request.headers.get('x-razorpay-signature') ?? ''
    if (!/^[0-9a-f]{64}$/.test(signature)) return 'unsigned'
    if (most > 0 && (wrong.get(address) ?? 0) >= most && !genuine.has(address)) return 'limited'
    const body = await readBody(request).catch(() => 'broken-off' as const)
    if (typeof body === 'string') return body
    const eventId = request.headers.get('x-razorpay-event-id') ?? undefined
    const heard = await receiveWebhook(shop, body, { signature, eventId })
    if (heard === 'not-genuine') wrong.set(address, (wrong.get(address) ?? 0) + 1)
    else genuine.set(address, true)
    return heard
  }

  return async (sent: Sent): Promise<WebhookOutcome> => {
    const outcome = await hear(sent)
    shop.metrics.countWebhook(outcome)
    const line = LINES[outcome]
    if (line) say(line)
    return outcome
  }
}

async function readBody(request: Request): Promise<Uint8Array | 'too-large'> {
  if (Number(request.headers.get('content-length')) > MOST_BYTES) return 'too-large'
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) return 'too-large'
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const REFUSED = 'Refused a message about payments that is not genuine'
const LINES: Partial<Record<WebhookOutcome, string>> = {
  unsigned: REFUSED,
  'not-genuine': REFUSED,
  limited: REFUSED,
  unreadable: 'Ignored a message from the payment provider that cannot be read',
}

type Answer = [status: number, text: string, headers?: Record<string, string>]

/** Its body may not have been read. */
const CLOSE = { connection: 'close' }
const NOT_SIGNED: Answer = [400, 'This message is not signed as it should be.', CLOSE]
/**
 * What the provider is not told 200 it sends again for a day. So one that is its own and cannot be read is taken for heard:
 * it would not be readable the next time, and what it tells of is asked about in any case.
 */
export const WEBHOOK_ANSWERS: Record<WebhookOutcome, Answer> = {
  heard: [200, 'OK'],
  unreadable: [200, 'OK'],
  unsigned: NOT_SIGNED,
  'not-genuine': NOT_SIGNED,
  limited: [429, 'Too many messages that are not signed as they should be.', { ...CLOSE, 'retry-after': '60' }],
  'too-large': [413, 'The request is too large.', CLOSE],
  'broken-off': [400, 'The request was incomplete.', CLOSE],
}
