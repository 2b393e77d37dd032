import { appendFileSync } from 'node:fs'

/** The orders that the shop has acknowledged, recorded outside the shop when each response arrives. */
export type Ledger = ReturnType<typeof openLedger>

export type PlacedOrder = { key: string; orderId: number; total: number }

export function openLedger(file: string) {
  /** Every checkout key that a shopper ever sent. */
  const intents = new Map<string, { userId: string; total: number; kind: 'cash' | 'online' }>()
  const placed = new Map<string, PlacedOrder>()
  const paidOrders = new Set<string>()
  const cancelRequests = new Set<number>()
  /** Orders whose shopper has pressed that they are kept, with or without an answer. */
  const keeping = new Set<number>()
  /** Orders that were kept, and whose request to cancel can no longer arrive late. */
  const kept = new Set<number>()
  const cancelled = new Set<number>()
  /** The order of each acknowledged change of its lines, by the form's key. */
  const changes = new Map<string, number>()
  const delivered = new Set<number>()
  /** The order of each parcel that was sent, by the form's key. */
  const parcels = new Map<string, number>()
  /** Shipments that the desk has delivered. */
  const arrived = new Set<number>()
  /** Shipments whose dispatch the desk has undone. */
  const undone = new Set<number>()
  /** The form keys of acknowledged returns. */
  const returns = new Set<string>()
  const added = new Set<string>()
  const contradictions: string[] = []
  let acknowledgements = 0

  function record(entry: object): void {
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
  }

  function acknowledge(event: string, entry: object): void {
    acknowledgements += 1
    record({ event, ...entry })
  }

  return {
    intents,
    placed,
    paidOrders,
    cancelRequests,
    keeping,
    kept,
    cancelled,
    changes,
    delivered,
    parcels,
    arrived,
    undone,
    returns,
    added,
    contradictions,
    acknowledgements: () => acknowledgements,
    record,
    recordIntent(key: string, intent: { userId: string; total: number; kind: 'cash' | 'online' }) {
      intents.set(key, intent)
      record({ event: 'intent', key, ...intent })
    },
    orderPlaced(order: PlacedOrder) {
      const known = placed.get(order.key)
      if (known && known.orderId !== order.orderId) {
        contradictions.push(`checkout ${order.key} was order ${known.orderId} and later order ${order.orderId}`)
      }
      placed.set(order.key, order)
      acknowledge('placed', order)
    },
    /** Called when the shop has answered that the payment arrived and the order exists. */
    orderPaid(key: string) {
      paidOrders.add(key)
      acknowledge('paid', { key })
    },
    cancelRequested(orderId: number) {
      cancelRequests.add(orderId)
      acknowledge('cancel requested', { orderId })
    },
    orderKept(orderId: number) {
      kept.add(orderId)
      acknowledge('kept', { orderId })
    },
    orderChanged(key: string, orderId: number) {
      changes.set(key, orderId)
      acknowledge('changed', { key, orderId })
    },
    cancellationApproved(orderId: number) {
      cancelled.add(orderId)
      acknowledge('cancelled', { orderId })
    },
    orderDelivered(orderId: number) {
      delivered.add(orderId)
      acknowledge('delivered', { orderId })
    },
    parcelSent(key: string, orderId: number) {
      parcels.set(key, orderId)
      acknowledge('parcel sent', { key, orderId })
    },
    parcelDelivered(shipmentId: number) {
      arrived.add(shipmentId)
      acknowledge('parcel delivered', { shipmentId })
    },
    parcelCancelled(shipmentId: number) {
      undone.add(shipmentId)
      acknowledge('parcel cancelled', { shipmentId })
    },
    potsTakenBack(key: string) {
      returns.add(key)
      acknowledge('pots taken back', { key })
    },
    productAdded(title: string) {
      added.add(title)
      acknowledge('product added', { title })
    },
  }
}
