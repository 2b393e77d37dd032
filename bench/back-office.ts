import { connect } from '#server/db/connection.ts'
import { findRunning } from '#server/db/embedded/start.ts'
import { seedMany } from '#server/db/seed-many.ts'
import { silentLog } from '#server/log.ts'
import type { TestShop } from '#tests/shop.ts'
import { atMost, type Figure, median } from './figure.ts'

const SMALL = { products: 100, orders: 100 }
const LARGE = { products: 20_000, orders: 100_000 }
const ROUNDS = 15

const PRODUCTS = '/adminDashboard'
const ORDERS = '/adminDashboard/orders'

/** What an admin and a seller open and ask for. Each is rendered anew for every request. */
const pages: Record<string, [role: 'admin' | 'seller', path: string]> = {
  'products, newest': ['admin', PRODUCTS],
  'products, dearest': ['admin', `${PRODUCTS}?sort=highToLow`],
  'products, oldest': ['admin', `${PRODUCTS}?sort=oldest`],
  'products, by category': ['admin', `${PRODUCTS}?category=CUBEE+Desk+POT&sort=lowToHigh`],
  'products, waiting': ['admin', `${PRODUCTS}?approved=false`],
  'products, featured': ['admin', `${PRODUCTS}?featured=true&sort=lowToHigh`],
  'products, by title': ['admin', `${PRODUCTS}?q=quiet`],
  'products, a title that nothing has': ['admin', `${PRODUCTS}?q=zzzz`],
  'orders, newest': ['admin', ORDERS],
  'orders, oldest': ['admin', `${ORDERS}?sort=oldest`],
  'orders, confirmed': ['admin', `${ORDERS}?status=confirmed`],
  'orders, delivered, oldest': ['admin', `${ORDERS}?status=delivered&sort=oldest`],
  'orders, cancellation asked for': ['admin', `${ORDERS}?cancel=requested`],
  'orders, by number': ['admin', `${ORDERS}?q=1005`],
  'orders, by a name that nobody has': ['admin', `${ORDERS}?q=zzzz`],
  users: ['admin', '/adminDashboard/users'],
  requests: ['admin', '/adminDashboard/requests'],
  messages: ['admin', '/adminDashboard/messages'],
  letters: ['admin', '/adminDashboard/letters'],
  audit: ['admin', '/adminDashboard/audit'],
  'a seller’s products': ['seller', '/sellerDashboard'],
  'a seller’s orders': ['seller', '/sellerDashboard/orders'],
}

/** Every page and filter of the back office in a small shop, and in the same shop grown large. */
export async function measure(shop: TestShop): Promise<Figure[]> {
  const cookies = { admin: await logIn(shop, 'admin'), seller: await logIn(shop, 'seller') }
  await grow(shop, SMALL)
  const small = await measureAll()
  await grow(shop, { products: LARGE.products - SMALL.products, orders: LARGE.orders - SMALL.orders })
  const large = await measureAll()
  return Object.keys(pages).map((name) =>
    atMost(`back office: ${name}`, large.get(name) ?? 0, small.get(name) ?? 0, 2, 'ms'),
  )

  async function measureAll(): Promise<Map<string, number>> {
    const medians = new Map<string, number>()
    for (const [name, [role, path]] of Object.entries(pages)) {
      medians.set(name, await timeOf(shop.url + path, cookies[role]))
    }
    return medians
  }
}

async function logIn({ url, accounts }: TestShop, role: 'admin' | 'seller'): Promise<string> {
  const { email, password } = accounts[role]
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`The ${role} could not log in: ${answer.status}`)
  return cookie
}

async function grow({ dataDir }: TestShop, by: { products: number; orders: number }): Promise<void> {
  const url = await findRunning(dataDir)
  if (!url) throw new Error('The shop is open, but its database does not run')
  const { db, pool } = connect(url, silentLog)
  await seedMany(db, by)
  // As the database does by itself within a minute.
  await pool.query('vacuum analyze')
  await pool.end()
}

/** Milliseconds, the median of several requests one after the other. */
async function timeOf(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let round = -3; round < ROUNDS; round++) {
    const began = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    if (round >= 0) times.push(performance.now() - began)
  }
  return median(times)
}
