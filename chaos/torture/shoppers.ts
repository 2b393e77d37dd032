import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { lineFor, someAddress, somePot } from '#tests/support/fixtures/factories.ts'
import { type Answer, type Client, openClient } from './client.ts'
import type { TestEnvironment } from './environment.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export const PASSWORD = 'terracotta 7'

export type Workload = {
  environment: TestEnvironment
  ledger: Ledger
  /** Products that differ in nothing but their id. */
  pots: readonly number[]
  isOver(): boolean
}

export type Person = Omit<User, 'role'>

/** Orders, pays and sometimes cancels until the run is over. */
export async function simulateShopper(workload: Workload, shopper: Person, random: Random): Promise<void> {
  const { environment, ledger } = workload
  const client = openClient(environment.url)
  await logIn(client, shopper.email)
  while (!workload.isOver()) {
    await sleep(random.between(50, 250))
    const quantity = random.chance(0.2) ? 3 : 1
    const intent = {
      key: crypto.randomUUID(),
      userId: shopper.userId,
      total: somePot.price * quantity,
      cart: JSON.stringify([lineFor(random.oneOf(workload.pots), { quantity })]),
    }
    const isOnline = random.chance(0.45)
    ledger.recordIntent(intent.key, { userId: intent.userId, total: intent.total, kind: isOnline ? 'online' : 'cash' })
    const orderId = isOnline
      ? await buyOnline(workload, client, intent, random)
      : await buyWithCash(workload, client, intent, random)
    if (orderId !== undefined && random.chance(0.25)) await requestCancellation(workload, client, orderId, random)
  }
}

type Intent = { key: string; userId: string; total: number; cart: string }

/** Retries until there is an answer, now and then with two requests at once. */
async function buyWithCash(
  workload: Workload,
  client: Client,
  intent: Intent,
  random: Random,
): Promise<number | undefined> {
  const fields = { ...someAddress, key: intent.key, lines: intent.cart }
  while (!workload.isOver()) {
    const requests = random.chance(0.15) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: requests }, () => client.post('/cart.data', fields)))
    let orderId: number | undefined
    for (const answer of answers) {
      const placed = answer?.status === 200 && parsePlacedOrder(answer)
      if (!placed) continue
      orderId = placed
      workload.ledger.orderPlaced({ key: intent.key, orderId, total: intent.total })
    }
    if (orderId !== undefined) return orderId
    // Sold meanwhile or invalid: a retry would not help.
    if (answers.some((answer) => answer && answer.status >= 400 && answer.status < 500)) return undefined
    await sleep(random.between(100, 400))
  }
  return undefined
}

/** Reads the order number from React Router's serialised action result. */
function parsePlacedOrder({ text }: Answer): number | undefined {
  const found = /"placed","orderId",(\d+)/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

type PayResponse = { kind?: string; checkoutId?: string; providerOrderId?: string; keyId?: string }
type WidgetResult = { razorpay_payment_id?: string; razorpay_signature?: string }

/** Pays in the sandbox's widget and mostly reports the payment; sometimes the tab is closed before. */
async function buyOnline(
  workload: Workload,
  client: Client,
  intent: Intent,
  random: Random,
): Promise<number | undefined> {
  const { ledger } = workload
  const fields = { ...someAddress, key: intent.key, lines: intent.cart }
  while (!workload.isOver()) {
    const response = parseJson<PayResponse>(await client.post('/cart/pay', fields))
    if (response.kind === 'placed') {
      ledger.orderPaid(intent.key)
      return undefined
    }
    // Sold meanwhile.
    if (response.kind === 'changed') return undefined
    if (response.kind === 'pay') {
      if (random.chance(0.05)) return undefined
      const widgetRequest = {
        key: response.keyId,
        order_id: response.providerOrderId,
        email: 'x@gamla.example',
        contact: '9845000012',
      }
      const paid = parseJson<WidgetResult>(await client.postJson('/sandbox/razorpay/widget/pay', widgetRequest))
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = paid
      if (paymentId && signature) {
        ledger.record({ event: 'paid in widget', key: intent.key, paymentId })
        // The tab is closed: the shop must learn of the payment from the webhook or the reconciler.
        if (random.chance(0.2)) return undefined
        const report = { checkoutId: response.checkoutId ?? '', paymentId, signature }
        const { kind } = parseJson<PayResponse>(await client.post('/cart/paid', report))
        if (kind === 'placed') ledger.orderPaid(intent.key)
        if (kind === 'placed' || kind === 'refunded' || kind === 'waiting') return undefined
      }
    }
    await sleep(random.between(100, 400))
  }
  return undefined
}

/** Asks to cancel an order, and sometimes takes the request back. */
async function requestCancellation(
  { ledger, isOver }: Workload,
  client: Client,
  orderId: number,
  random: Random,
): Promise<void> {
  const request = { orderId: String(orderId) }
  let isSure = true
  while (!isOver()) {
    const answer = await client.post('/userDashboard.data', request)
    if (answer?.status === 200) {
      ledger.cancelRequested(orderId)
      break
    }
    // Already delivered.
    if (answer && answer.status >= 400 && answer.status < 500) return
    // A request without an answer may still be carried out, after the order was kept.
    isSure = false
    await sleep(random.between(100, 400))
  }
  if (random.chance(0.6)) return
  ledger.keeping.add(orderId)
  while (!isOver()) {
    const answer = await client.post('/userDashboard.data', { ...request, intent: 'keep' })
    if (answer?.status === 200 && isSure) ledger.orderKept(orderId)
    // Cancelled meanwhile.
    if (answer && answer.status < 500) return
    await sleep(random.between(100, 400))
  }
}

/** An empty object for a missing or unexpected response: its outcome is unknown. */
function parseJson<T extends object>(answer: Answer | undefined): Partial<T> {
  try {
    return answer ? JSON.parse(answer.text) : {}
  } catch {
    return {}
  }
}

export async function logIn(client: Client, email: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await client.post('/login.data', { email, password: PASSWORD })
    if (answer && answer.status < 300) return
    await sleep(200)
  }
  throw new Error(`${email} cannot log in`)
}
