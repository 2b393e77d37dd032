import type { ShipmentKind, Step } from '#domain/orders/shipment.ts'
import { readJson } from '#domain/text.ts'
import type { CourierReport } from '#server/providers/courier.ts'
import { CLOSE, createWebhookRoute } from '#server/providers/webhook-route.ts'
import type { Shop } from '#server/shop.ts'
import { listByAwb } from './booking-queries.ts'
import { applyReport } from './track.ts'

/** `unknown`: no shipment has this AWB. `unreadable`: JSON, but in no format that we know. */
type ReportResult = 'accepted' | 'unknown' | 'unreadable' | 'malformed'

type WebhookShop = Pick<Shop, 'db' | 'courier' | 'log'> & {
  metrics: Pick<Shop['metrics'], 'countCourierWebhook'>
  config: Pick<Shop['config'], 'rateLimitFactor'>
}

/** The webhook of couriers. It also moves shipments whose AWB was typed at the desk. */
export function createCourierWebhook(shop: WebhookShop) {
  return createWebhookRoute<ReportResult | 'unauthorised' | 'not-json'>(shop, {
    // Without the right key a request is rejected unread.
    async receive(headers, readWhole) {
      if (!shop.courier.isWebhookGenuine(headers)) return 'unauthorised'
      if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) return 'not-json'
      return receiveReport(shop, await readWhole())
    },
    forged: 'unauthorised',
    forgeries: 'wrong keys',
    // A courier turns a webhook off that is not answered with 200, even for parcels that this shop does not know.
    answers: {
      accepted: [200, 'OK'],
      unknown: [200, 'OK'],
      unreadable: [200, 'OK'],
      malformed: [400, 'Invalid JSON.'],
      unauthorised: [401, 'Wrong or missing key.', CLOSE],
      'not-json': [415, 'Send application/json.', CLOSE],
    },
    logs: {
      unauthorised: 'Rejected a courier webhook: wrong x-api-key',
      limited: 'Rejected a courier webhook: too many wrong keys',
      'not-json': 'Rejected a courier webhook: no JSON',
      malformed: 'Rejected a courier webhook: no JSON',
      unreadable: 'Ignored a courier webhook: unknown format',
    },
    count: shop.metrics.countCourierWebhook,
  })
}

/** Moves the shipment that a courier reports on. A late, repeated or reordered report does no harm. */
async function receiveReport(shop: Pick<Shop, 'db' | 'courier'>, body: Uint8Array): Promise<ReportResult> {
  const json = readJson(Buffer.from(body).toString('utf8'))
  if (json === undefined) return 'malformed'
  const report = shop.courier.readWebhook(json)
  if (!report) return 'unreadable'
  const id = chooseShipment(await listByAwb(shop.db, report.awb), report)
  if (id === undefined) return 'unknown'
  await applyReport(shop, id, report)
  return 'accepted'
}

/**
 * If two couriers use the same AWB, the courier's name decides: `Delhivery Surface` is Delhivery. A cancelled parcel only
 * counts if no other has its AWB.
 */
function chooseShipment(
  all: { id: number; kind: ShipmentKind; courier: string; step: Step }[],
  { courier, isReturn }: CourierReport,
): number | undefined {
  const ofWay = all.filter(({ kind }) => (kind === 'return') === isReturn)
  const live = ofWay.filter(({ step }) => step !== 'cancelled')
  const found = live.length > 0 ? live : ofWay
  if (found.length === 1) return found[0]?.id
  const name = courier.toLowerCase()
  return found.find((shipment) => shipment.courier && name.startsWith(shipment.courier.toLowerCase()))?.id
}
