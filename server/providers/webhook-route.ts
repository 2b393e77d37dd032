import { LRUCache } from 'lru-cache'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { plain } from '#server/http/plain-response.ts'
import { readBody } from '#server/http/uploads/receive-body.ts'
import { createThrottledLog, type Log } from '#server/observability/log.ts'

/** The largest webhooks of most providers have some 30 kB. */
const MAX_BYTES = 256 * 1024

type IncomingWebhook = { address: string; request: Request }
type Answer = [status: number, text: string, headers?: Record<string, string>]
/** `limited`: too many forged ones came from this address, so it is rejected unread for a while. */
type RouteOutcome = 'limited' | 'unsigned' | 'too-large' | 'aborted'

type Source<Result extends string> = {
  /** Of a provider that tells of many things at once. */
  maxBytes?: number
  /** Without a well-formed signature a webhook is rejected unread, and not counted as forged. */
  isSigned?: (headers: Headers) => boolean
  /** @param readWhole throws for a body that is too large or breaks off */
  receive(headers: Headers, readWhole: () => Promise<Uint8Array>): Promise<Result>
  /** The result of a wrong signature or key. */
  forged: Result
  answers: Record<Result, Answer>
  /** Of those that deserve a line in the log, without anything that the sender wrote. */
  logs: Partial<Record<Result | RouteOutcome, string>>
  /** The words for forged requests in the answer to too many of them, such as `wrong keys`. */
  forgeries: string
  count: (outcome: Result | RouteOutcome) => void
}

/** The connection is closed, because the body may not have been read. */
export const CLOSE = { connection: 'close' }

/** `unreadable`: signed by the provider, but not in a format that we know. */
export type SignedResult = 'accepted' | 'invalid-signature' | 'unreadable'

/**
 * For a provider that signs its webhooks and repeats one until it is answered with 200. An unreadable one is too, because
 * it would stay unreadable.
 *
 * @param name for the log, such as `a payment webhook`
 */
export function signedBy(
  name: string,
  forgedStatus: 400 | 401,
): Pick<Source<SignedResult>, 'forged' | 'forgeries' | 'answers' | 'logs'> {
  const rejected = `Rejected ${name}: invalid signature`
  return {
    forged: 'invalid-signature',
    forgeries: 'invalid signatures',
    answers: {
      accepted: [200, 'OK'],
      unreadable: [200, 'OK'],
      'invalid-signature': [forgedStatus, 'Invalid signature.', CLOSE],
    },
    logs: {
      unsigned: rejected,
      'invalid-signature': rejected,
      limited: rejected,
      unreadable: `Ignored ${name}: unknown format`,
    },
  }
}

class UnreadBody extends Error {
  readonly outcome: 'too-large' | 'aborted'
  constructor(outcome: UnreadBody['outcome']) {
    super(outcome)
    this.outcome = outcome
  }
}

/** The webhook of a provider, which anybody on the internet can call. */
export function createWebhookRoute<Result extends string>(
  { log, config }: { log: Pick<Log, 'error'>; config: { rateLimitFactor: number } },
  source: Source<Result>,
) {
  const limit = createForgeryLimit(config.rateLimitFactor)
  const logThrottled = createThrottledLog(log)
  const answers: Record<Result | RouteOutcome, Answer> = {
    unsigned: source.answers[source.forged],
    limited: [429, `Too many ${source.forgeries}. Try again in a minute.`, { ...CLOSE, 'retry-after': '60' }],
    'too-large': [413, 'Request body too large.', CLOSE],
    aborted: [400, 'Request body incomplete.', CLOSE],
    ...source.answers,
  }

  async function receive({ address, request }: IncomingWebhook): Promise<Result | RouteOutcome> {
    if (source.isSigned && !source.isSigned(request.headers)) return 'unsigned'
    if (limit.isExceeded(address)) return 'limited'
    try {
      const result = await source.receive(request.headers, () => readWhole(request, source.maxBytes))
      if (result === source.forged) limit.countForged(address)
      else limit.noteGenuine(address)
      return result
    } catch (error) {
      if (error instanceof UnreadBody) return error.outcome
      throw error
    }
  }

  return async (webhook: IncomingWebhook): Promise<Response> => {
    const outcome = await receive(webhook)
    source.count(outcome)
    const line = source.logs[outcome]
    if (line) logThrottled(line)
    const answer: Answer = answers[outcome]
    return plain(...answer)
  }
}

async function readWhole(request: Request, maxBytes = MAX_BYTES): Promise<Uint8Array> {
  const body = await readBody(request, { maxBytes })
  if (typeof body === 'string') throw new UnreadBody(body === 'too-large' ? body : 'aborted')
  return body
}

const MAX_PER_MINUTE = 30
const MAX_ADDRESSES = 10_000

/**
 * Counts webhooks with a wrong signature or key by address. An address with too many is rejected unread for the rest of
 * the minute, unless it sent a genuine one within the last day: behind an untrusted proxy everybody shares one address.
 *
 * @param factor multiplies the limit; 0 disables it
 */
function createForgeryLimit(factor: number) {
  const forged = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: MINUTE_MS, noUpdateTTL: true })
  const genuine = new LRUCache<string, true>({ max: 100, ttl: DAY_MS })
  const limit = MAX_PER_MINUTE * factor
  return {
    isExceeded: (address: string) => limit > 0 && (forged.get(address) ?? 0) >= limit && !genuine.has(address),
    countForged: (address: string) => void forged.set(address, (forged.get(address) ?? 0) + 1),
    noteGenuine: (address: string) => void genuine.set(address, true),
  }
}
