import { appendFileSync } from 'node:fs'

/** What the shop has said yes to. Written down outside the shop, at the moment its answer arrives. */
export type Ledger = ReturnType<typeof openLedger>

export type PlacedOrder = { key: string; orderId: number; total: number }

export function openLedger(file: string) {
  /** Every key that anybody has ever sent, with whose it is. */
  const asked = new Map<string, { uid: string; total: number; kind: 'cash' | 'online' }>()
  const placed = new Map<string, PlacedOrder>()
  const paidOrders = new Set<string>()
  const cancelAsked = new Set<number>()
  const cancelled = new Set<number>()
  const delivered = new Set<number>()
  const added = new Set<string>()
  const contradictions: string[] = []
  let answers = 0

  function note(line: object): void {
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
  }

  function answer(what: string, line: object): void {
    answers += 1
    note({ what, ...line })
  }

  return {
    asked,
    placed,
    paidOrders,
    cancelAsked,
    cancelled,
    delivered,
    added,
    contradictions,
    answers: () => answers,
    note,
    ask(key: string, wish: { uid: string; total: number; kind: 'cash' | 'online' }) {
      asked.set(key, wish)
      note({ what: 'asked', key, ...wish })
    },
    order(order: PlacedOrder) {
      const known = placed.get(order.key)
      if (known && known.orderId !== order.orderId) {
        contradictions.push(`checkout ${order.key} was order ${known.orderId}, and then order ${order.orderId}`)
      }
      placed.set(order.key, order)
      answer('placed', order)
    },
    /** Its money has come, says the shop, and there is an order for it. */
    paid(key: string) {
      paidOrders.add(key)
      answer('paid', { key })
    },
    cancelRequested(orderId: number) {
      cancelAsked.add(orderId)
      answer('cancel requested', { orderId })
    },
    cancellationApproved(orderId: number) {
      cancelled.add(orderId)
      answer('cancelled', { orderId })
    },
    deliver(orderId: number) {
      delivered.add(orderId)
      answer('delivered', { orderId })
    },
    productAdded(title: string) {
      added.add(title)
      answer('product added', { title })
    },
  }
}
