import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from './client.ts'
import type { Random } from './random.ts'
import { logIn, type Person, type Workload } from './shoppers.ts'

/**
 * Changes acknowledged orders, sends them in one or two parcels, undoes dispatches, sets the parcels' steps and takes pots back, while others deliver and cancel
 * the same orders. A request without an answer is repeated with the same key, now and then from two tabs at once.
 */
export async function simulateDesk(
  { environment, ledger, isOver }: Workload,
  admin: Person,
  random: Random,
): Promise<void> {
  const client = openClient(environment.url)
  await logIn(client, admin.email)

  /** @returns whether it was accepted; undefined if the run ended without an answer */
  async function press(
    orderId: number,
    fields: Record<string, string>,
    path = `/adminDashboard/orders/${orderId}.data`,
  ): Promise<boolean | undefined> {
    while (!isOver()) {
      const tabs = random.chance(0.15) ? 2 : 1
      const answers = await Promise.all(Array.from({ length: tabs }, () => client.post(path, fields)))
      const statuses = answers.map((answer) => answer?.status ?? 0)
      // 202: a form that leads to another page.
      if (statuses.some((status) => status === 200 || status === 202)) return true
      // The order's state has changed meanwhile, or it is gone.
      if (statuses.some((status) => status === 404 || status === 409)) return false
      await sleep(random.between(100, 400))
    }
    return undefined
  }

  async function dispatch(orderId: number, quantity: Record<string, string>): Promise<number | undefined> {
    const key = crypto.randomUUID()
    const fields = { intent: 'dispatch', key, courier: 'DTDC', awb: `T${key}`, trackingLink: '', ...quantity }
    if (!(await press(orderId, fields))) return undefined
    ledger.parcelSent(key, orderId)
    return findId('select id::integer from shipments where key = $1', key)
  }

  /** Opens the form, or the order's page, and saves another quantity of its only line. */
  async function change(orderId: number): Promise<void> {
    const isOnPage = random.chance(0.5)
    const path = `/adminDashboard/orders/${orderId}${isOnPage ? '' : '/change'}`
    const page = await client.get(path).catch(() => undefined)
    const [, seen] = /name="seen" value="(\[\[[^"]*)"/.exec(page?.text ?? '') ?? []
    if (seen === undefined) return
    const key = crypto.randomUUID()
    const quantity = random.oneOf(['1', '2', '4'])
    const form: Record<string, string> = isOnPage
      ? { intent: 'change-quantity', line: '0', quantity }
      : { intent: 'save', 'quantity:0': quantity }
    const fields = { ...form, key, seen: readAttribute(seen) }
    if (await press(orderId, fields, `${path}.data`)) ledger.orderChanged(key, orderId)
  }

  async function findId(query: string, key: string): Promise<number | undefined> {
    const [row] = await environment.sql<{ id: number }>(query, [key]).catch(() => [])
    return row?.id
  }

  async function move(orderId: number, shipment: number): Promise<void> {
    const way = ['picked-up', 'on-the-way', 'out-for-delivery', random.chance(0.6) ? 'delivered' : 'returned']
    for (const step of way) {
      if (!(await press(orderId, { intent: 'step', shipment: String(shipment), step }))) return
      if (step === 'delivered') ledger.parcelDelivered(shipment)
    }
  }

  async function takeBack(orderId: number, shipment: number): Promise<void> {
    const key = crypto.randomUUID()
    const count = random.chance(0.5) ? 'good:0' : 'damaged:0'
    const fields = { intent: 'take-back', key, shipment: String(shipment), reason: 'returned', [count]: '1' }
    if (await press(orderId, fields)) ledger.potsTakenBack(key)
  }

  async function refund(orderId: number): Promise<void> {
    const reason = random.oneOf(['goodwill', 'price-reduced', 'item-missing'])
    const amount = random.between(1, 400).toFixed(2)
    await press(orderId, { intent: 'refund', key: crypto.randomUUID(), amount, reason })
  }

  /** Before the courier has it; what it held is sent again. */
  async function cancel(orderId: number, shipment: number): Promise<void> {
    if (!(await press(orderId, { intent: 'cancel-parcel', shipment: String(shipment) }))) return
    ledger.parcelCancelled(shipment)
    await dispatch(orderId, {})
  }

  const seen = new Set<string>()
  while (!isOver()) {
    await sleep(random.between(50, 250))
    const key = [...ledger.placed.keys(), ...ledger.paidOrders].findLast((placed) => !seen.has(placed))
    if (!key) continue
    seen.add(key)
    const orderId = await findId('select id::integer from orders where checkout_key = $1', key)
    if (orderId === undefined) continue
    if (random.chance(0.7)) await change(orderId)
    const parcels = [await dispatch(orderId, random.chance(0.4) ? { 'quantity:0': '1' } : {})]
    // The rest of a part that is sent.
    if (random.chance(0.3)) await change(orderId)
    if (random.chance(0.6)) parcels.push(await dispatch(orderId, {}))
    for (const shipment of parcels) {
      if (shipment === undefined) continue
      if (random.chance(0.2)) await cancel(orderId, shipment)
      if (random.chance(0.7)) await move(orderId, shipment)
      if (random.chance(0.4)) await takeBack(orderId, shipment)
      if (random.chance(0.3)) await refund(orderId)
    }
  }
}

function readAttribute(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
