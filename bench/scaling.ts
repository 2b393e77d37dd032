import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagesFor } from '#domain/catalog/listing.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { atMost, type Metric, median, under } from './metric.ts'
import { openLargeShop, reviewedProduct } from './seed/large-dataset.ts'

const SMALL = 1000
const ROUNDS = 15
const WARM_UP = 5
/** Each process caches the overview for a second. */
const OVERVIEW_TTL_MS = 1100

const PRODUCTS = '/adminDashboard'
const ORDERS = '/adminDashboard/orders'
const INVOICES = '/adminDashboard/invoices'
/** The page of `ownPages` on which the overview is timed, because its own list is the shortest. */
const OVERVIEW = 'messages'
type Role = 'admin' | 'seller' | 'user'

/** Public pages. Each request uses a new spelling of the address, so that the page is rendered and not taken from the cache. */
const publicPages = (rows: number): Record<string, string> => {
  const last = pagesFor(rows * 0.98)
  return {
    'listing, first page': '/allproduct',
    'listing, middle page': `/allproduct?page=${Math.ceil(last / 2)}`,
    'listing, last page': '/allproduct?page=99999999',
    'listing, lowest price first, middle page': `/allproduct?sort=lowToHigh&page=${Math.ceil(last / 2)}`,
    'listing, highest price first, last page': '/allproduct?sort=highToLow&page=99999999',
    'category, first page': '/category/bonsai',
    'category, last page': '/category/bonsai?page=99999999',
    'filtered by family': '/allproduct?family=TRIYA',
    'filtered by size and colour, in stock': '/allproduct?size=TR04&finish=Sandstone&stock=in',
    'filtered by price, lowest first': '/allproduct?price=1000-1999&sort=lowToHigh',
    'filtered by stock': '/allproduct?stock=in',
    'category, filtered by price': '/category/bonsai?price=2000-2999',
    'product, with 2,000 reviews in the large shop': `/productinfo/${reviewedProduct(rows)}`,
    'reviews of that product': `/productinfo/${reviewedProduct(rows)}/reviews`,
    'search, many results': '/search?q=balcony',
    'search, one result': `/search?q=${rows - 23}`,
    'search, no result': '/search?q=zzzz',
    'search, two letters': '/search?q=zz',
  }
}

/** Pages of logged-in users, which are rendered for every request. */
const ownPages: Record<string, [role: Role, path: string]> = {
  'a shopper’s hundred orders': ['user', '/userDashboard'],
  'products, newest': ['admin', PRODUCTS],
  'products, highest price first': ['admin', `${PRODUCTS}?sort=highToLow`],
  'products, oldest': ['admin', `${PRODUCTS}?sort=oldest`],
  'products, by category': ['admin', `${PRODUCTS}?category=CUBEE+Desk+POT&sort=lowToHigh`],
  'products, not approved': ['admin', `${PRODUCTS}?approved=false`],
  'products, featured': ['admin', `${PRODUCTS}?featured=true&sort=lowToHigh`],
  'products, search by title': ['admin', `${PRODUCTS}?q=quiet`],
  'products, search without result': ['admin', `${PRODUCTS}?q=zzzz`],
  'orders, newest': ['admin', ORDERS],
  'whole orders, newest': ['admin', `${ORDERS}?view=orders`],
  'whole orders, oldest': ['admin', `${ORDERS}?view=orders&sort=oldest`],
  'whole orders, confirmed': ['admin', `${ORDERS}?view=orders&status=confirmed`],
  'whole orders, to dispatch': ['admin', `${ORDERS}?view=orders&show=to-dispatch`],
  'whole orders, not confirmed': ['admin', `${ORDERS}?view=orders&show=not-confirmed`],
  'invoices, newest': ['admin', INVOICES],
  'invoices, a State': ['admin', `${INVOICES}?state=27`],
  'invoices, with GSTIN': ['admin', `${INVOICES}?gstin=29AAGCB7383J1Z4`],
  'orders, oldest': ['admin', `${ORDERS}?sort=oldest`],
  'orders, confirmed': ['admin', `${ORDERS}?status=confirmed`],
  'orders, delivered, oldest': ['admin', `${ORDERS}?status=delivered&sort=oldest`],
  'orders, cancellation requested': ['admin', `${ORDERS}?cancel=requested`],
  'orders, by number': ['admin', `${ORDERS}?q=1005`],
  'orders, search without result': ['admin', `${ORDERS}?q=zzzz`],
  'orders, by the last digits of a phone': ['admin', `${ORDERS}?q=4321`],
  'orders, by an unknown AWB': ['admin', `${ORDERS}?q=DL0000000`],
  'orders, by pincode': ['admin', `${ORDERS}?q=560038`],
  'search of the back office, a name': ['admin', '/adminDashboard/search?q=made-up'],
  'search of the back office, last digits of a phone': ['admin', '/adminDashboard/search?q=4321'],
  'search of the back office, first digits of a phone': ['admin', '/adminDashboard/search?q=90000'],
  'search of the back office, an AWB': ['admin', '/adminDashboard/search?q=AWB1005'],
  'search of the back office, a title': ['admin', '/adminDashboard/search?q=quiet'],
  'search of the back office, without result': ['admin', '/adminDashboard/search?q=zzzz'],
  users: ['admin', '/adminDashboard/users'],
  'users, oldest': ['admin', '/adminDashboard/users?sort=oldest'],
  requests: ['admin', '/adminDashboard/requests'],
  messages: ['admin', '/adminDashboard/messages'],
  emails: ['admin', '/adminDashboard/emails'],
  audit: ['admin', '/adminDashboard/audit'],
  'a seller’s products': ['seller', '/sellerDashboard'],
  'a seller’s orders': ['seller', '/sellerDashboard/orders'],
}

/** Compares every list of the shop at 1,000 products and orders with the same list at `rows`, alternating between both. */
export async function measure({ rows }: { rows: number }): Promise<Metric[]> {
  const small = await openLargeShop(SMALL)
  try {
    const large = await openLargeShop(rows)
    try {
      return await compare(small, large, rows)
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function compare(small: TestShop, large: TestShop, rows: number): Promise<Metric[]> {
  const [fromSmall, fromLarge] = [await openTimer(small, SMALL), await openTimer(large, rows)]
  const metrics: Metric[] = []
  for (const name of fromSmall.names) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [one, other] = [await fromSmall.time(name), await fromLarge.time(name)]
      if (round < 0) continue
      times.small.push(one)
      times.large.push(other)
    }
    const label = `${rows.toLocaleString('en-IN')} products and orders: ${name}`
    metrics.push(atMost(label, median(times.large), median(times.small), 2, 'ms'))
  }
  const overviews: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(OVERVIEW_TTL_MS)
    overviews.push(await fromLarge.time(OVERVIEW))
  }
  metrics.push(under(`${rows.toLocaleString('en-IN')} products and orders: the overview`, median(overviews), 300, 'ms'))
  return metrics
}

async function openTimer(shop: TestShop, rows: number) {
  const shown = publicPages(rows)
  const roles: Role[] = ['admin', 'seller', 'user']
  const cookies = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await logIn(shop, role)])))
  let asked = 0
  return {
    names: [...Object.keys(shown), ...Object.keys(ownPages)],
    async time(name: string): Promise<number> {
      const own = ownPages[name]
      if (own) return timeOf(shop.url + own[1], cookies[own[0]])
      return timeOf(shop.url + uncachedSpelling(shown[name] ?? '/', asked++))
    },
  }
}

/** Routes ignore case but the page cache does not: `/aLlproduct` is rendered. */
function uncachedSpelling(path: string, n: number): string {
  const [, folder = '', rest = ''] = /^\/(\w+)(.*)$/.exec(path) ?? []
  const spelled = Array.from(folder, (character, place) => ((n >> place) & 1 ? character.toUpperCase() : character))
  return `/${spelled.join('')}${rest}`
}

export async function logIn({ url, accounts }: TestShop, role: Role): Promise<string> {
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

/** Milliseconds to the last byte. */
export async function timeOf(url: string, cookie = ''): Promise<number> {
  const began = performance.now()
  const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    get(url, { headers: { cookie } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) })
    }).on('error', reject)
  })
  if (status !== 200 || body === '') throw new Error(`${url} answered ${status}`)
  return performance.now() - began
}
