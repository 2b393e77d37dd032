import { fork } from 'node:child_process'
import { once } from 'node:events'
import { findRunning } from '#server/postgres/embedded.ts'
import type { TestShop } from '#tests/support/shop.ts'
import { atLeast, type Metric, median, quantile, under } from './metric.ts'

const SHOPPERS = 10
const ROUNDS = 3
const MS = 4000

export type Answer = { perSecond: number; times: number[]; placed: number; refused: unknown[] }

/** Ten shoppers ordering over HTTP, alternating with the same rows inserted directly into the tables. */
export async function measure(shop: TestShop): Promise<Metric[]> {
  const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => logInNew(shop, n)))
  const users = await shop.sql<{ id: string; email: string }>(
    `select id, email from "user" where email like 'bench-%' order by email`,
  )
  const products = await shop.sql(
    `select id::integer, title, price, product_image_url as images, category, size_code as size, size_label as label
     from products where approved
       and not exists (select from order_lines where product_id = products.id and delivered_at is not null)`,
  )
  const databaseUrl = await findRunning(shop.dataDir)
  const cookies = shoppers.map(({ cookie }) => cookie)
  const ours: Answer[] = []
  const limit: { perSecond: number }[] = []
  const bare: { perSecond: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      await run('order-clients.mjs', { url: shop.url, cookies, products, warmUpMs: round ? 500 : 2000, ms: MS }),
    )
    limit.push(await run('order-rows.mjs', { databaseUrl, users, products, ms: MS }))
    bare.push(await run('order-rows.mjs', { databaseUrl, users, products, ms: MS / 2, isBare: true }))
  }
  await expectExact(shop, ours)
  const perSecond = (answers: { perSecond: number }[]) => median(answers.map((answer) => answer.perSecond))
  const times = ours.flatMap((answer) => answer.times)
  return [
    {
      ...atLeast(
        'orders on delivery, 10 clients, none refused or doubled',
        perSecond(ours),
        perSecond(limit),
        0,
        'orders/s',
      ),
      wanted: '',
    },
    atLeast('orders, against bare tables without outbox', perSecond(ours), perSecond(bare), 0.15, 'orders/s'),
    under('orders on delivery: 99th percentile', quantile(times, 0.99), 80, 'ms'),
  ]
}

export async function logInNew({ url, sql }: TestShop, n: number): Promise<{ cookie: string }> {
  const account = { name: `Bench Shopper ${n}`, email: `bench-${n}@gmail.com`, password: 'measured often' }
  const post = (path: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { origin: url },
      body: new URLSearchParams(account),
      redirect: 'manual',
    })
  await post('/signup')
  // Otherwise cash orders of an unconfirmed address are limited.
  await sql(`update "user" set email_verified = true where email = '${account.email}'`)
  const answer = await post('/login')
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]
  if (!cookie) throw new Error(`A shopper could not log in: ${answer.status}`)
  return { cookie }
}

export async function run<T>(file: string, task: object): Promise<T> {
  const child = fork(new URL(`./processes/${file}`, import.meta.url))
  child.send(task)
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])
  return answer
}

/** Every acknowledged order exists exactly once, with its lines and its email job, and no other order exists. */
async function expectExact(shop: TestShop, ours: Answer[]): Promise<void> {
  const refused = ours.flatMap((answer) => answer.refused)
  if (refused.length > 0) throw new Error(`Orders were refused: ${JSON.stringify(refused)}`)
  const placed = ours.reduce((sum, answer) => sum + answer.placed, 0)
  const [found] = await shop.sql(
    `select count(*)::integer as orders, count(distinct checkout_key)::integer as keys, sum(lines)::integer as lines,
       count(*) filter (where is_promised)::integer as emails
     from (
       select checkout_key, (select count(*) from order_lines where order_id = orders.id) as lines,
         exists (select from sent_messages where subject = 'order ' || orders.id)
           or exists (select from graphile_worker.jobs where key = format('send-order-email {"orderId":%s}', orders.id))
          or exists (select from outbox where job ->> 'key' = format('send-order-email {"orderId":%s}', orders.id)) as is_promised
       from orders where email like 'bench-%' and name = 'Asha Rao'
     ) as each`,
  )
  const wanted = { orders: placed, keys: placed, lines: placed * 2, emails: placed }
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`Expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found)}`)
}
