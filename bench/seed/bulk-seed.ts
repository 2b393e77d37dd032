import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { potImageOf } from '#domain/catalog/catalogue-images.ts'
import { sizeLabelOf } from '#domain/catalog/sizes.ts'
import { POT_COLOURS, SIZES } from '#domain/catalog/specified-sizes.ts'
import type { Database, Transaction } from '#server/db/connection.ts'

/**
 * Adds generated products and orders for measurements; the database generates them itself.
 *
 * @returns how many were added; no orders where there are no products
 */
export async function seedBulk(
  db: Database,
  { products = 0, orders = 0 }: { products?: number; orders?: number },
): Promise<{ products: number; orders: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`)
    if (products > 0) await insertProducts(tx, products)
    return { products, orders: orders > 0 ? await insertOrders(tx, orders) : 0 }
  })
}

const kinds = SIZES.flatMap((size) => POT_COLOURS.map((colour) => ({ size, colour })))
const moods = [
  'Quiet',
  'Sunny',
  'Little',
  'Grand',
  'Morning',
  'Monsoon',
  'Evening',
  'Humble',
  'Proud',
  'Gentle',
  'Bright',
]
const places = ['Balcony', 'Window', 'Terrace', 'Hallway', 'Courtyard', 'Kitchen', 'Desk', 'Garden', 'Office']
const categories = ['Indoor POT', 'Balcony POT', 'Terrace POT', 'Desk POT', 'Garden POT', 'Bonsai POT', 'Statement POT']

async function insertProducts(tx: Transaction, count: number): Promise<void> {
  // Rebuilding the indexes is faster than adding to them row by row.
  const indexDefinitions = count >= 2000 ? await dropIndexes(tx, 'products') : []
  const finish = pick(
    kinds.map(({ colour }) => colour),
    'kind',
  )
  const family = pick(
    kinds.map(({ size }) => size.family),
    'kind',
  )
  await tx.execute(sql`
    insert into products (
      title, price, product_image_url, category, description, size_code, size_label, user_id, username, email,
      approved, featured, discount, rating, review_count, time
    )
    select
      concat_ws(' ', ${pick(moods, 'n')}, ${finish}, initcap(${family}), ${pick(places, 'n / 3')}, n),
      (${pick(
        kinds.map(({ size }) => String(size.price)),
        'kind',
      )})::integer,
      array[${pick(
        kinds.map(({ size, colour }) => potImageOf(size.family, colour)),
        'kind',
      )}],
      ${pick(categories, 'n')},
      'A made-up pot to measure with. Water it when the top of the soil is dry.',
      ${pick(
        kinds.map(({ size }) => size.code),
        'kind',
      )},
      ${pick(
        kinds.map(({ size }) => sizeLabelOf(size)),
        'kind',
      )},
      case when n % 10 = 0 then (select id from "user" where role = 'seller' order by id limit 1) end,
      'Gamla', 'made-up@gamla.example',
      n % 50 <> 0, n % 500 = 1, case when n % 7 = 0 then 5 + n % 30 end,
      case when n % 3 = 0 then 3 + n % 21 / 10.0 end, case when n % 3 = 0 then 1 + n % 400 end,
      now() - make_interval(secs => ${count}::integer - n)
    from (select n, n / 5 + n % 5 * 17 as kind from generate_series(1, ${count}::integer) as n) as numbers
    order by n`)
  for (const definition of indexDefinitions) await tx.execute(definition)
}

/** Adds published reviews of one product, as an import does. */
export async function seedReviews(db: Database, productId: number, count: number): Promise<void> {
  await db.execute(sql`
    insert into reviews (product_id, source, source_key, stars, text, shown_as, state, time)
    select ${productId}::bigint, 'judgeme', 'made-up-' || n, 1 + n % 5, 'Light, and it drains well.', 'Made-up S., Pune', 'published',
      now() - make_interval(hours => n)
    from generate_series(1, ${count}::integer) as n`)
}

/** Drops the non-unique indexes, as adding to them row by row is slow. @returns their definitions */
export async function dropIndexes(tx: Transaction, table: string): Promise<SQL[]> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass and not indisunique`)
  for (const { name } of rows) await tx.execute(sql`drop index ${sql.identifier(name)}`)
  return rows.map(({ definition }) => sql.raw(definition))
}

/** One order a minute, a hundred by each shopper, each of one to three pots and with a phone of its own; every twentieth is delivered. */
async function insertOrders(tx: Transaction, count: number): Promise<number> {
  const batch = randomUUID().slice(0, 8)
  await tx.execute(sql`
    insert into "user" (id, name, email)
    select ${batch} || '-' || n, 'Made-up Shopper ' || n, 'made-up-' || ${batch} || '-' || n || '@gamla.example'
    from generate_series(0, (${count}::integer - 1) / 100) as n`)
  await tx.execute(sql`
    create temporary table made_up_lines on commit drop as
    with catalog as (
      select row_number() over (order by id) - 1 as place, * from (select * from products where approved limit 50000) as few
    ),
    numbers as (
      select n, nextval(pg_get_serial_sequence('orders', 'id')) as order_id,
        case when n % 20 = 0 then now() - make_interval(mins => ${count}::integer - n) end as delivered_at
      from generate_series(1, ${count}::integer) as n
    )
    select n, order_id, position, numbers.delivered_at, id, title, price, product_image_url, category, size_code, size_label, user_id
    from numbers cross join generate_series(0, 2) as position
    join catalog on place = (n::bigint * 7919 + position * 31) % (select count(*) from catalog)
    where position <= n % 3`)
  const { rowCount } = await tx.execute(sql`
    insert into orders (id, user_id, email, name, address, city, pincode, mobile_number, total_amount, status, cancel,
      dispatched, delivered_at, checkout_key, time)
    select order_id, ${batch} || '-' || (n - 1) / 100, 'made-up@gamla.example', 'Made-up Shopper', '1 Made-up Lane',
      'Pune', '411001', (9000000000 + n::bigint * 7919 % 1000000000)::text, sum(price), case when n % 20 = 0 then 'delivered' else 'confirmed' end,
      case when n % 20 = 0 then 'none' when n % 33 = 0 then 'requested' when n % 34 = 0 then 'cancelled' else 'none' end,
      case when n % 34 <> 0 and n <= ${count}::integer - ${count}::integer / 100 then 'whole' else 'none' end, delivered_at, gen_random_uuid(), now() - make_interval(mins => ${count}::integer - n)
    from made_up_lines group by order_id, n, delivered_at order by order_id`)
  await tx.execute(sql`
    insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category,
      size_code, size_label, selected_color, seller_id, delivered_at)
    select order_id, position, id, title, price, 1, product_image_url, category, size_code, size_label,
      ${pick(POT_COLOURS, 'n')}, user_id, delivered_at
    from made_up_lines order by order_id, position`)
  return rowCount ?? 0
}

/** SQL that picks one of these texts by a number. */
function pick(values: readonly string[], number: string): SQL {
  return sql`(${sql.param(values)}::text[])[1 + (${sql.raw(number)}) % ${sql.raw(String(values.length))}]`
}
