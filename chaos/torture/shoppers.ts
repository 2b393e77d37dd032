import { setTimeout as sleep } from 'node:timers/promises'
import { lineFor, someAddress, somePot } from '#tests/support/factories.ts'
import { type Answer, type Client, openClient } from './client.ts'
import type { House } from './environment.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export const PASSWORD = 'terracotta 7'

export type Crowd = {
  house: House
  ledger: Ledger
  /** Ids of pots that cost the same and look the same. */
  pots: readonly number[]
  isOver(): boolean
}

export type Person = { uid: string; name: string; email: string }

/** Comes back for as long as the shop is under torture: orders, pays, and sometimes thinks better of it. */
export async function shop(crowd: Crowd, who: Person, random: Random): Promise<void> {
  const { house, ledger } = crowd
  const client = openClient(house.url)
  await logIn(client, who.email)
  while (!crowd.isOver()) {
    await sleep(random.between(50, 250))
    const quantity = random.isLucky(0.2) ? 3 : 1
    const wish = {
      key: crypto.randomUUID(),
      uid: who.uid,
      total: somePot.price * quantity,
      cart: JSON.stringify([lineFor(random.oneOf(crowd.pots), { quantity })]),
    }
    const isOnline = random.isLucky(0.45)
    ledger.ask(wish.key, { uid: wish.uid, total: wish.total, kind: isOnline ? 'online' : 'cash' })
    const orderId = isOnline
      ? await buyOnline(crowd, client, wish, random)
      : await buyWithCash(crowd, client, wish, random)
    if (orderId !== undefined && random.isLucky(0.25)) await askToCancel(crowd, client, orderId, random)
  }
}

type Wish = { key: string; uid: string; total: number; cart: string }

/** Presses as often as it takes, and now and then twice at once. */
async function buyWithCash(crowd: Crowd, client: Client, wish: Wish, random: Random): Promise<number | undefined> {
  const fields = { ...someAddress, key: wish.key, lines: wish.cart }
  while (!crowd.isOver()) {
    const presses = random.isLucky(0.15) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: presses }, () => client.post('/cart.data', fields)))
    let orderId: number | undefined
    for (const answer of answers) {
      const placed = answer?.status === 200 && placedOrder(answer)
      if (!placed) continue
      orderId = placed
      crowd.ledger.order({ key: wish.key, orderId, total: wish.total })
    }
    if (orderId !== undefined) return orderId
    // Sold meanwhile, or a wish that the shop does not understand: nobody presses again.
    if (answers.some((answer) => answer && answer.status >= 400 && answer.status < 500)) return undefined
    await sleep(random.between(100, 400))
  }
  return undefined
}

/** The answer of an action, as React Router writes it for scripts. */
function placedOrder({ text }: Answer): number | undefined {
  const found = /"placed","orderId",(\d+)/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

type Told = { kind?: string; checkoutId?: string; providerOrderId?: string; keyId?: string }
type Paid = { razorpay_payment_id?: string; razorpay_signature?: string }

/** Opens the widget, pays in it, and mostly stays to see what comes of it. */
async function buyOnline(crowd: Crowd, client: Client, wish: Wish, random: Random): Promise<number | undefined> {
  const { ledger } = crowd
  const fields = { ...someAddress, key: wish.key, lines: wish.cart }
  while (!crowd.isOver()) {
    const told = read<Told>(await client.post('/cart/pay', fields))
    if (told.kind === 'placed') {
      ledger.paid(wish.key)
      return undefined
    }
    // Sold meanwhile.
    if (told.kind === 'changed') return undefined
    if (told.kind === 'pay') {
      if (random.isLucky(0.05)) return undefined
      const asked = { key: told.keyId, order_id: told.providerOrderId, email: 'x@gamla.example', contact: '9845000012' }
      const paid = read<Paid>(await client.postJson('/sandbox/razorpay/widget/pay', asked))
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = paid
      if (paymentId && signature) {
        ledger.note({ what: 'money went', key: wish.key, paymentId })
        // The tab is closed: the shop has to find out by itself.
        if (random.isLucky(0.2)) return undefined
        const report = { checkoutId: told.checkoutId ?? '', paymentId, signature }
        const { kind } = read<Told>(await client.post('/cart/paid', report))
        if (kind === 'placed') ledger.paid(wish.key)
        if (kind === 'placed' || kind === 'refunded' || kind === 'waiting') return undefined
      }
    }
    await sleep(random.between(100, 400))
  }
  return undefined
}

async function askToCancel({ ledger, isOver }: Crowd, client: Client, orderId: number, random: Random): Promise<void> {
  while (!isOver()) {
    const answer = await client.post('/userDashboard.data', { orderId: String(orderId) })
    if (answer?.status === 200) return ledger.cancelRequested(orderId)
    // Delivered by now.
    if (answer && answer.status >= 400 && answer.status < 500) return
    await sleep(random.between(100, 400))
  }
}

/** Nothing is known of an answer that did not come, or was no answer to this question. */
function read<T extends object>(answer: Answer | undefined): Partial<T> {
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
