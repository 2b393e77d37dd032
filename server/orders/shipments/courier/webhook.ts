import { plain } from '#server/http/plain-response.ts'
import { readBody } from '#server/http/receive-body.ts'
import { createThrottledLog } from '#server/observability/throttled-log.ts'
import { createForgeryLimit } from '#server/orders/forgery-limit.ts'
import type { Shop } from '#server/shop.ts'
import type { CourierReport } from './courier.ts'
import { listByAwb } from './queries.ts'
import { applyReport } from './report.ts'

/** A hundred scans have some 30 kB. */
const MAX_BYTES = 256 * 1024

/** `unknown`: no shipment has this AWB. `unreadable`: JSON, but in no format that we know. */
type ReportResult = 'accepted' | 'unknown' | 'unreadable' | 'malformed'
type CourierOutcome = ReportResult | 'unauthorised' | 'limited' | 'not-json' | 'too-large' | 'aborted'

type WebhookShop = Pick<Shop, 'db' | 'courier' | 'log' | 'metrics' | 'config'>
type IncomingWebhook = { address: string; request: Request }

/**
 * The webhook of couriers, which anybody on the internet can call. Without the right key a request is rejected unread.
 * It also moves shipments whose AWB was typed at the desk.
 */
export function createCourierWebhook(shop: WebhookShop) {
  const forgeryLimit = createForgeryLimit(shop.config.rateLimitFactor)
  const logThrottled = createThrottledLog(shop.log)

  async function receive({ address, request }: IncomingWebhook): Promise<CourierOutcome> {
    if (forgeryLimit.isExceeded(address)) return 'limited'
    if (!shop.courier.isWebhookGenuine(request.headers.get('x-api-key') ?? '')) {
      forgeryLimit.countForged(address)
      return 'unauthorised'
    }
    forgeryLimit.noteGenuine(address)
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) return 'not-json'
    const body = await readBody(request, { maxBytes: MAX_BYTES })
    if (typeof body === 'string') return body === 'too-large' ? body : 'aborted'
    return receiveReport(shop, body)
  }

  return async (webhook: IncomingWebhook): Promise<Response> => {
    const outcome = await receive(webhook)
    shop.metrics.countCourierWebhook(outcome)
    const line = LOG_LINES[outcome]
    if (line) logThrottled(line)
    return plain(...ANSWERS[outcome])
  }
}

/** Moves the shipment that a courier reports on. A late, repeated or reordered report does no harm. */
export async function receiveReport(shop: Pick<Shop, 'db' | 'courier'>, body: Uint8Array): Promise<ReportResult> {
  const json = parseJson(body)
  if (!json) return 'malformed'
  const report = shop.courier.readWebhook(json.value)
  if (!report) return 'unreadable'
  const id = chooseShipment(await listByAwb(shop.db, report.awb), report)
  if (id === undefined) return 'unknown'
  await applyReport(shop, id, report)
  return 'accepted'
}

function parseJson(body: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(Buffer.from(body).toString('utf8')) }
  } catch {
    return undefined
  }
}

/** If two couriers use the same AWB, the courier's name decides: `Delhivery Surface` is Delhivery. */
function chooseShipment(found: { id: number; courier: string }[], { courier }: CourierReport): number | undefined {
  if (found.length === 1) return found[0]?.id
  const name = courier.toLowerCase()
  return found.find((shipment) => shipment.courier && name.startsWith(shipment.courier.toLowerCase()))?.id
}

const LOG_LINES: Partial<Record<CourierOutcome, string>> = {
  unauthorised: 'Rejected a courier webhook: wrong x-api-key',
  limited: 'Rejected a courier webhook: too many wrong keys',
  'not-json': 'Rejected a courier webhook: no JSON',
  malformed: 'Rejected a courier webhook: no JSON',
  unreadable: 'Ignored a courier webhook: unknown format',
}

type Answer = [status: number, text: string, headers?: Record<string, string>]

/** The connection is closed, because the body may not have been read. */
const CLOSE = { connection: 'close' }
/** A courier turns a webhook off that is not answered with 200, even for parcels that this shop does not know. */
const ANSWERS: Record<CourierOutcome, Answer> = {
  accepted: [200, 'OK'],
  unknown: [200, 'OK'],
  unreadable: [200, 'OK'],
  malformed: [400, 'Invalid JSON.'],
  unauthorised: [401, 'Wrong or missing key.', CLOSE],
  limited: [429, 'Too many wrong keys. Try again in a minute.', { ...CLOSE, 'retry-after': '60' }],
  'not-json': [415, 'Send application/json.', CLOSE],
  'too-large': [413, 'Request body too large.', CLOSE],
  aborted: [400, 'Request body incomplete.', CLOSE],
}
