import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#chaos/torture/random.ts'
import { someAddress } from '#tests/support/fixtures/factories.ts'
import { getPrimary, query } from './databases.ts'
import type { Ledger } from './ledger.ts'
import { SHOPS, type ShopMachine } from './network.ts'
import { logIn, signUp, urlOf } from './shops.ts'

export type Product = { id: number; sizeCode: string; price: number }

const SHOPPERS = 4
/** Without a response by then, the shopper retries. */
const TIMEOUT_MS = 12_000
const PAUSE_MS = { least: 300, most: 900, afterFailure: 400 }

type Options = { ledger: Ledger; products: Product[]; random: Random }

/** Shoppers that order without a break, each request in a randomly chosen shop. */
export async function startShoppers({ ledger, products, random }: Options) {
  const going = new AbortController()
  const people = await Promise.all(
    Array.from({ length: SHOPPERS }, async (_, number) => {
      const account = { name: 'Meera Nair', email: `shopper${number}@gamla.example`, password: 'terracotta 7' }
      await signUp('shop1', account)
      // Otherwise cash orders of an unconfirmed address are limited.
      await query(await getPrimary(), 'update "user" set email_verified = true where email = $1', {
        database: 'gamla',
        values: [account.email],
      })
      return logIn(random.oneOf(SHOPS), account)
    }),
  )
  const shopping = people.map(async (cookie) => {
    while (!going.signal.aborted) {
      await order(cookie)
      await sleep(random.between(PAUSE_MS.least, PAUSE_MS.most))
    }
  })

  /** Places one order. Without a clear answer it is retried with the same key, as a browser does. */
  async function order(cookie: string): Promise<void> {
    // Derived from the seed, so that a run can be repeated.
    const key = randomKey(random)
    const product = random.oneOf(products)
    const line = { ...product, selectedColor: 'Grey Stone', quantity: random.oneOf([1, 2, 3]) }
    const { price: seenPrice, ...rest } = line
    const cart = { ...someAddress, key, lines: JSON.stringify([{ ...rest, seenPrice }]) }
    for (;;) {
      const answer = await send(random.oneOf(SHOPS), cookie, cart)
      if (answer.kind === 'placed') return ledger.acknowledged(key, answer.orderId)
      if (answer.kind === 'refused') return ledger.refused(key, answer.why)
      ledger.unanswered(key, answer.why)
      await sleep(PAUSE_MS.afterFailure)
    }
  }

  async function send(shop: ShopMachine, cookie: string, cart: Record<string, string>): Promise<Answer> {
    ledger.sent(cart.key ?? '')
    try {
      const answer = await fetch(`${urlOf(shop)}/cart.data`, {
        method: 'POST',
        headers: { cookie, origin: urlOf(shop) },
        body: new URLSearchParams(cart),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return parseAnswer(answer.status, await answer.text(), shop)
    } catch (error) {
      return { kind: 'unclear', why: `${shop}: ${(error as Error).name}` }
    }
  }

  return {
    /** Resolves when every order has a known outcome. */
    async stop() {
      going.abort()
      await Promise.all(shopping)
    },
  }
}

type Answer = { kind: 'placed'; orderId: number } | { kind: 'refused' | 'unclear'; why: string }

function parseAnswer(status: number, body: string, shop: ShopMachine): Answer {
  const orderId = /"kind","placed","orderId",(\d+)/.exec(body)?.[1]
  if (status === 200 && orderId) return { kind: 'placed', orderId: Number(orderId) }
  const why = `${shop}: ${status} ${body.slice(0, 120)}`
  return { kind: status >= 500 ? 'unclear' : 'refused', why }
}

const HEX_DIGITS = [...'0123456789abcdef']

function randomKey(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.oneOf(HEX_DIGITS)).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
