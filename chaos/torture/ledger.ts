import { appendFileSync } from 'node:fs'
import type { Permission } from '#domain/permissions.ts'
import type { Answer, Values } from './client.ts'

/** The acknowledgements of the shop, recorded outside it when each response arrives. */
export type Ledger = ReturnType<typeof openLedger>

export type PlacedOrder = { key: string; orderId: number; total: number }
type Intent = { userId: string; total: number; kind: 'cash' | 'online' }
export type PressCount = { pressed: number; acknowledged: Values[]; refusals: Map<string, number> }

export function openLedger(file: string) {
  /** Every checkout key that a shopper ever sent. */
  const intents = new Map<string, Intent>()
  const placed = new Map<string, PlacedOrder>()
  const paidOrders = new Set<string>()
  const cancelRequests = new Set<number>()
  /** Orders whose shopper has pressed that they are kept, with or without an answer. */
  const keeping = new Set<number>()
  /** Orders that somebody cancels by WhatsApp, so that nobody keeps them. */
  const declined = new Set<number>()
  /** Orders that were kept, and whose request to cancel can no longer arrive late. */
  const kept = new Set<number>()
  const presses = new Map<Permission, PressCount>()
  /** Keys of forms that were sent, with or without an answer. */
  const keys = new Set<string>()
  const contradictions: string[] = []
  let acknowledgements = 0

  function record(entry: object): void {
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`)
  }

  function acknowledge(event: string, entry: object): void {
    acknowledgements += 1
    record({ event, ...entry })
  }

  function countOf(name: Permission): PressCount {
    const count = presses.get(name) ?? { pressed: 0, acknowledged: [], refusals: new Map() }
    presses.set(name, count)
    return count
  }

  return {
    intents,
    placed,
    paidOrders,
    cancelRequests,
    keeping,
    declined,
    kept,
    presses,
    keys,
    contradictions,
    acknowledgements: () => acknowledgements,
    record,
    recordIntent(key: string, intent: Intent) {
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
    pressed(name: Permission, values: Values) {
      countOf(name).pressed += 1
      if (typeof values.key === 'string') keys.add(values.key)
    },
    acknowledged(name: Permission, values: Values) {
      countOf(name).acknowledged.push(values)
      acknowledge(name, values)
    },
    refused(name: Permission, { status, text }: Answer) {
      const { refusals } = countOf(name)
      // The last sentence of an answer is the most precise one.
      const sentence = [...text.matchAll(/"([^"]{15,}[.?])"/g)].at(-1)?.[1] ?? ''
      const reason = `${status} ${sentence.replaceAll(/\d+/g, '0')}`
      refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
    },
  }
}
