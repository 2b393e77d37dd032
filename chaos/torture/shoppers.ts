import { setTimeout as sleep } from 'node:timers/promises'
import type { User } from '#domain/accounts/user.ts'
import { OFFER_CODE, OFFER_SEEN } from '#domain/offers/offer.ts'
import { DELIVERY_FEE, WHATSAPP_UPDATES } from '#domain/orders/address.ts'
import { GIFT, GIFT_MESSAGE, GIFT_RECIPIENT } from '#domain/orders/gift.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { PICK_UP } from '#domain/orders/pick-up.ts'
import { PART_PAID_NOW, partPaidNow } from '#domain/shop/part-paid.ts'
import { VOUCHER, VOUCHER_PAYS } from '#domain/vouchers/voucher.ts'
import { codeOf } from '#server/vouchers/code.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { type Answer, type Client, openClient } from './client.ts'
import { SECRET, type TestEnvironment } from './environment.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export const PASSWORD = 'terracotta 7'
/** Delivery there costs something. */
export const FAR_PINCODE = '781001'
export const PART_PAID_ONLINE = '20%'

export type Workload = {
  environment: TestEnvironment
  ledger: Ledger
  isOver(): boolean
}

export type Person = User

/** Orders, pays and sometimes cancels until the run is over. */
export async function simulateShopper(workload: Workload, shopper: Person, random: Random): Promise<void> {
  const { environment, ledger } = workload
  const client = openClient(environment.url)
  await logIn(client, shopper.email)
  while (!workload.isOver()) {
    await sleep(random.between(50, 250))
    if (random.chance(0.2) && (await payDue(workload, client, shopper, random))) continue
    const isOnline = random.chance(0.45)
    const checkout = await fillCart(workload, client, { shopper, isOnline, random })
    if (!checkout) continue
    const intent = { key: crypto.randomUUID(), ...checkout }
    const { userId } = shopper
    ledger.recordIntent(intent.key, { userId, total: intent.total, kind: isOnline ? 'online' : 'cash' })
    const orderId = isOnline
      ? await buyOnline(workload, client, intent, random)
      : await buyWithCash(workload, client, intent, random)
    if (orderId !== undefined && random.chance(0.25)) await requestCancellation(workload, client, orderId, random)
  }
}

type Checkout = { total: number; fields: Record<string, string> }
type Intent = Checkout & { key: string }
type Shown = { discount: number }
type Quote = {
  quotes?: { id: number; price?: number; problem?: { kind: string } }[]
  offers?: { cash: Shown; online: Shown }
  delivery?: { cash: { fee: number }; online: { fee: number } }
}
type Cart = { shopper: Person; isOnline: boolean; random: Random }

const SOMETHING = `select v.product_id::integer as id, v.size_code as "sizeCode", v.finish as "selectedColor"
  from sellable_variants as v
  where v.product_id = (select id from products where title like 'Pot %' order by random() limit 1)`
const SOME_CODE = `select code from (select code from offers where code <> '' union select code from offer_codes) as codes`
const OWN_VOUCHER = 'select key as voucher from vouchers where balance >= 100 and user_id = $1'

/** Fills the cart at random, with codes, vouchers, gifts and pick-up. @returns undefined: nothing in it is for sale */
async function fillCart(
  { environment }: Workload,
  client: Client,
  { shopper, isOnline, random }: Cart,
): Promise<Checkout | undefined> {
  const find = <Row>(query: string, values: unknown[] = []) =>
    // Nothing while the database is away.
    environment.sql<Row>(`${query} order by random() limit 1`, values).then(
      ([row]) => row,
      () => undefined,
    )
  const lines: RequestedLine[] = []
  for (let wanted = random.chance(0.25) ? 2 : 1; wanted > 0; wanted -= 1) {
    const one = await find<Omit<RequestedLine, 'quantity' | 'seenPrice'>>(SOMETHING)
    if (one) lines.push({ ...one, quantity: random.chance(0.2) ? 3 : 1, seenPrice: 1 })
  }
  const { code } = (random.chance(0.3) && (await find<{ code: string }>(SOME_CODE))) || {}
  const { voucher } = (random.chance(0.6) && (await find<{ voucher: string }>(OWN_VOUCHER, [shopper.userId]))) || {}
  const pincode = random.oneOf([someAddress.pincode, FAR_PINCODE])
  const asked = { lines: JSON.stringify(lines), pincode, ...(code && { [OFFER_CODE]: code }) }
  const { quotes, offers, delivery } = parseJson<Quote>(await client.post('/cart/quote', asked))
  const quoted = lines.map((line) => ({ ...line, seenPrice: quotes?.find(({ id }) => id === line.id)?.price ?? 0 }))
  if (lines.length === 0 || quoted.some(({ seenPrice }) => seenPrice === 0)) return undefined
  const goodsTotal = quoted.reduce((sum, { seenPrice, quantity }) => sum + seenPrice * quantity, 0)

  const [isPickedUp, isGift, isInParts] = [random.chance(0.2), random.chance(0.2), isOnline && random.chance(0.2)]
  // The rest in cash earns no offer for paying online.
  const way = isOnline && !isInParts ? 'online' : 'cash'
  const discount = offers?.[way].discount ?? 0
  const fee = isPickedUp ? 0 : (delivery?.[way].fee ?? 0)
  const total = goodsTotal - discount + fee
  const pays = voucher ? await findBalance(client, voucher, total) : 0
  const now = partPaidNow(PART_PAID_ONLINE, total - pays)
  return {
    total,
    fields: {
      ...someAddress,
      mobileNumber: mobileOf(shopper),
      ...(random.chance(0.5) && { [WHATSAPP_UPDATES]: 'on' }),
      ...{ lines: JSON.stringify(quoted), pincode, [OFFER_SEEN]: String(discount), [DELIVERY_FEE]: String(fee) },
      ...(code && { [OFFER_CODE]: code }),
      ...(voucher && pays > 0 && { [VOUCHER]: codeOf(SECRET, { key: voucher }), [VOUCHER_PAYS]: String(pays) }),
      ...(isGift && { [GIFT]: 'on', [GIFT_RECIPIENT]: 'Asha', [GIFT_MESSAGE]: 'Many happy returns.' }),
      ...(isPickedUp && { [PICK_UP]: 'yes' }),
      ...(isInParts && now && { [PART_PAID_NOW]: String(now) }),
    },
  }
}

/** Each shopper has a number. */
function mobileOf({ email }: Person): string {
  return `984500001${/\d/.exec(email)?.[0]}`
}

/** Rupees that the shopper's voucher pays of a total. */
async function findBalance(client: Client, key: string, total: number): Promise<number> {
  const answer = await client.post('/cart/voucher', { [VOUCHER]: codeOf(SECRET, { key }) })
  const { balance = 0 } = parseJson<{ balance: number }>(answer)
  return Math.min(balance, total)
}

/** Retries until there is an answer, now and then with two requests at once. */
async function buyWithCash(
  workload: Workload,
  client: Client,
  intent: Intent,
  random: Random,
): Promise<number | undefined> {
  const fields = { ...intent.fields, key: intent.key }
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
  const fields = { ...intent.fields, key: intent.key }
  while (!workload.isOver()) {
    const response = parseJson<PayResponse>(await client.post('/cart/pay', fields))
    if (response.kind === 'placed') {
      ledger.orderPaid(intent.key)
      return undefined
    }
    if (response.kind === 'pay') {
      if (random.chance(0.05)) return undefined
      const kind = await payInWidget(workload, client, { response, key: intent.key, random })
      if (kind === 'placed') ledger.orderPaid(intent.key)
      if (kind) return undefined
    } else if (response.kind && response.kind !== 'unavailable') {
      // Sold meanwhile, or its price, offer or voucher has changed.
      return undefined
    }
    await sleep(random.between(100, 400))
  }
  return undefined
}

/** @returns what the shop has made of the payment, or that it is not told; undefined: not paid, or no answer */
async function payInWidget(
  { ledger }: Workload,
  client: Client,
  { response, key, random }: { response: Partial<PayResponse>; key: string; random: Random },
): Promise<string | undefined> {
  const widgetRequest = {
    key: response.keyId,
    order_id: response.providerOrderId,
    email: 'x@gamla.example',
    contact: '9845000012',
  }
  const paid = parseJson<WidgetResult>(await client.postJson('/sandbox/razorpay/widget/pay', widgetRequest))
  const { razorpay_payment_id: paymentId, razorpay_signature: signature } = paid
  if (!paymentId || !signature) return undefined
  ledger.record({ event: 'paid in widget', key, paymentId })
  // The tab is closed: the shop must learn of the payment from the webhook or the reconciler.
  if (random.chance(0.2)) return 'closed'
  const report = { checkoutId: response.checkoutId ?? '', paymentId, signature }
  const { kind } = parseJson<PayResponse>(await client.post('/cart/paid', report))
  return kind === 'placed' || kind === 'refunded' || kind === 'waiting' ? kind : undefined
}

/** Pays what a change has added to an order, or all of one that is paid by a link. @returns false: nothing is due */
async function payDue(workload: Workload, client: Client, { userId }: Person, random: Random): Promise<boolean> {
  const [order] = await workload.environment
    .sql<{ id: string }>(
      `select id from orders where user_id = $1 and due > 0 and cancel <> 'cancelled' order by random() limit 1`,
      [userId],
    )
    .catch(() => [])
  if (!order) return false
  const response = parseJson<PayResponse>(await client.post(`/orders/${order.id}/pay`, {}))
  if (response.kind === 'pay') await payInWidget(workload, client, { response, key: `order ${order.id}`, random })
  return true
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
  if (random.chance(0.6) || ledger.declined.has(orderId)) return
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
