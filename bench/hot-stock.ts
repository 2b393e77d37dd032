import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { atLeast, atMost, type Metric, median, quantile } from './metric.ts'
import { type Answer, logInNew, run } from './orders.ts'

/** The shoppers in each of two groups. */
const SHOPPERS = 5
const ROUNDS = 3
const MS = 3000
const UNITS = 900_000

type Group = { cookies: string[]; products: unknown[] }

/**
 * Two groups of shoppers order at once. Compares how much the first group orders while the second one orders only the counted
 * best-seller, and while the second one orders the same products as the first.
 */
export async function measure(): Promise<Metric[]> {
  const shop = await openTestShop()
  try {
    const [one, other] = await Promise.all([logInGroup(shop, 0), logInGroup(shop, SHOPPERS)])
    const products = await shop.sql<{ id: number }>(
      `select id::integer, title, price, product_image_url as images, category, size_code as size, size_label as label
       from products where approved
         and not exists (select from order_lines where product_id = products.id and delivered_at is not null) order by id`,
    )
    const [hot, ...usual] = products
    if (!hot) throw new Error('The demo shop has no products')
    await countHot(shop, hot.id)
    const alike: Answer[] = []
    const beside: Answer[] = []
    const best: Answer[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [plain] = await runBoth(shop, { cookies: one, products: usual }, { cookies: other, products: usual })
      const [first, second] = await runBoth(
        shop,
        { cookies: one, products: usual },
        { cookies: other, products: [hot] },
      )
      alike.push(plain)
      beside.push(first)
      best.push(second)
    }
    await expectExact(shop, hot.id, best)
    const perSecond = (answers: Answer[]) => median(answers.map((answer) => answer.perSecond))
    return [
      atLeast(
        'orders of 5 clients beside 5 who order one counted best-seller, against beside 5 alike',
        perSecond(beside),
        perSecond(alike),
        0.9,
        'orders/s',
      ),
      { ...atLeast('orders of the best-seller', perSecond(best), perSecond(alike), 0, 'orders/s'), wanted: '' },
      atMost('orders beside a best-seller: 99th percentile', slowest(beside), slowest(alike), 2, 'ms'),
    ]
  } finally {
    await shop.close()
  }
}

function slowest(answers: readonly Answer[]): number {
  return quantile(
    answers.flatMap(({ times }) => times),
    0.99,
  )
}

async function logInGroup(shop: TestShop, first: number): Promise<string[]> {
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => logInNew(shop, first + n)))
  return shoppers.map(({ cookie }) => cookie)
}

async function countHot({ sql }: TestShop, id: number): Promise<void> {
  await sql(
    `update product_variants as v set offered = true, on_hand = $2 from products as p
     where p.id = $1 and v.product_id = p.id and v.size_code = p.size_code and v.finish in ('Grey Stone', 'Sandstone')`,
    [id, UNITS],
  )
  await sql(`update products set stock = 'counted' where id = $1`, [id])
}

async function runBoth({ url }: TestShop, ...groups: [Group, Group]): Promise<[Answer, Answer]> {
  const task = { url, warmUpMs: 1000, ms: MS }
  const [one, other] = await Promise.all(groups.map((group) => run<Answer>('order-clients.mjs', { ...task, ...group })))
  const refused = [one, other].flatMap((answer) => answer?.refused ?? [])
  if (!one || !other || refused.length > 0) throw new Error(`Orders were refused: ${JSON.stringify(refused)}`)
  return [one, other]
}

/** Each order of the best-seller has one of each finish. */
async function expectExact({ sql }: TestShop, id: number, best: readonly Answer[]): Promise<void> {
  const placed = best.reduce((sum, answer) => sum + answer.placed, 0)
  const rows = await sql<{ left: number }>(
    'select on_hand as left from product_variants where offered and product_id = $1 order by finish',
    [id],
  )
  const wanted = UNITS - placed
  if (rows.some(({ left }) => left !== wanted))
    throw new Error(`Expected ${wanted} left, found ${JSON.stringify(rows)}`)
}
