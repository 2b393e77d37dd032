import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestShop } from '#tests/support/shop.ts'
import { openGrownShop } from './large-dataset.ts'
import { atMost, type Figure, median } from './metric.ts'

const SMALL = 1000
const ROUNDS = 15
const WARM_UP = 5
const A_PAGE = 8

const PRODUCTS = '/adminDashboard'
const ORDERS = '/adminDashboard/orders'
type Role = 'admin' | 'seller' | 'user'

/** What everybody opens. Kept pages do not grow, so each is asked for under an address that nobody has used before. */
const publicPages = (rows: number): Record<string, string> => {
  const last = Math.ceil((rows * 0.98) / A_PAGE)
  return {
    'listing, first page': '/allproduct',
    'listing, in the middle': `/allproduct?page=${Math.ceil(last / 2)}`,
    'listing, last page': '/allproduct?page=99999999',
    'listing, cheapest first, in the middle': `/allproduct?sort=lowToHigh&page=${Math.ceil(last / 2)}`,
    'listing, dearest first, last page': '/allproduct?sort=highToLow&page=99999999',
    'category, first page': '/category/bonsai',
    'category, last page': '/category/bonsai?page=99999999',
    product: `/productinfo/${Math.ceil(rows / 3)}`,
    'search, what many have': '/search?q=balcony',
    'search, what one has': `/search?q=${rows - 23}`,
    'search, what nothing has': '/search?q=zzzz',
    'search, two letters': '/search?q=zz',
  }
}

/** What people open who are logged in. Each is rendered anew for every request. */
const ownPages: Record<string, [role: Role, path: string]> = {
  'a shopper’s hundred orders': ['user', '/userDashboard'],
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
  'users, oldest': ['admin', '/adminDashboard/users?sort=oldest'],
  requests: ['admin', '/adminDashboard/requests'],
  messages: ['admin', '/adminDashboard/messages'],
  emails: ['admin', '/adminDashboard/emails'],
  audit: ['admin', '/adminDashboard/audit'],
  'a seller’s products': ['seller', '/sellerDashboard'],
  'a seller’s orders': ['seller', '/sellerDashboard/orders'],
}

/** Every list of the shop at a thousand products and orders, and at many more, the two in turns. */
export async function measure({ rows }: { rows: number }): Promise<Figure[]> {
  const small = await openGrownShop(SMALL)
  try {
    const large = await openGrownShop(rows)
    try {
      return await compare(small, large, rows)
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

async function compare(small: TestShop, large: TestShop, rows: number): Promise<Figure[]> {
  const [fromSmall, fromLarge] = [await rateLimitKeyOf(small, SMALL), await rateLimitKeyOf(large, rows)]
  const figures: Figure[] = []
  for (const name of fromSmall.names) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const [one, other] = [await fromSmall.time(name), await fromLarge.time(name)]
      if (round < 0) continue
      times.small.push(one)
      times.large.push(other)
    }
    const label = `${rows.toLocaleString('en-IN')} products and orders: ${name}`
    figures.push(atMost(label, median(times.large), median(times.small), 2, 'ms'))
  }
  return figures
}

async function rateLimitKeyOf(shop: TestShop, rows: number) {
  const shown = publicPages(rows)
  const roles: Role[] = ['admin', 'seller', 'user']
  const cookies = Object.fromEntries(await Promise.all(roles.map(async (role) => [role, await logIn(shop, role)])))
  let asked = 0
  return {
    names: [...Object.keys(shown), ...Object.keys(ownPages)],
    async time(name: string): Promise<number> {
      const own = ownPages[name]
      if (own) return timeOf(shop.url + own[1], cookies[own[0]])
      return timeOf(shop.url + spelledAnew(shown[name] ?? '/', asked++))
    },
  }
}

/** Paths may be spelled in capitals, and each spelling is kept as a page of its own: `/aLlproduct` is rendered anew. */
function spelledAnew(path: string, n: number): string {
  const [, folder = '', rest = ''] = /^\/(\w+)(.*)$/.exec(path) ?? []
  const spelled = Array.from(folder, (letter, place) => ((n >> place) & 1 ? letter.toUpperCase() : letter))
  return `/${spelled.join('')}${rest}`
}

async function logIn({ url, accounts }: TestShop, role: Role): Promise<string> {
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
async function timeOf(url: string, cookie = ''): Promise<number> {
  const began = performance.now()
  const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    get(url, { headers: { cookie } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, body: await text(answer) })
    }).on('error', reject)
  })
  if (status !== 200 || body === '') throw new Error(`${url} answered ${status}`)
  return performance.now() - began
}
