import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Role } from '#domain/account.ts'
import { priceOfSize } from '#domain/catalog/product.ts'
import { getSize, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { totalOf } from '#domain/orders/cart.ts'
import { createAccount } from '#server/accounts/auth.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { COMMAND_LINE } from '#server/db/audit-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import { orderLines, orders, productRaise, products } from '#server/db/schema/shop.ts'
import type { Shop } from '#server/shop.ts'
import { type DemoAccount, makePassword, writeDemoAccounts } from './demo-accounts.ts'
import { ADDRESSES, DEMO_ORDERS, SHOPPERS, type Shopper } from './orders.ts'
import { demoProducts } from './products.ts'

/** Any number will do, as long as every process of the shop takes the same. */
const SEED_LOCK = 4_204_200_043

/**
 * Fills an empty database with a demo shop, whole or not at all.
 *
 * @returns false when there is something in it already
 */
export async function seedIfEmpty(shop: { db: Shop['db']; config: { dataDir: string } }): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    // Two shops that open at once on one database make one demo shop.
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    if (!(await isEmpty(tx))) return false

    const [user, seller, admin] = [
      await makeAccount(tx, 'user', 'Meera Nair', 'gamlauser'),
      await makeAccount(tx, 'seller', 'Ravi Prajapati', 'gamlaseller'),
      await makeAccount(tx, 'admin', 'Asha Rao', 'gamlaadmin'),
    ]
    const demoCatalog = await insertDemoProducts(tx, { seller, admin })
    await insertDemoOrders(tx, user, demoCatalog)
    await insertDemoRequest(tx, user, demoCatalog)
    // Before the commit. Is the commit lost, the database is still empty and the next start writes both again; after
    // it, a file that could not be written would have taken the passwords with it.
    await writeDemoAccounts(
      shop.config.dataDir,
      [user, seller, admin].map(({ uid: _, ...account }) => account),
    )
    return true
  })
}

/**
 * What was deleted has left a record in the audit: an emptied shop is not an empty one. The command line leaves its own
 * there, as when it made the first admin.
 */
async function isEmpty(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ empty: boolean }>(
    sql`select not exists (select from products) and not exists (select from orders)
      and not exists (select from audit where actor_id <> ${COMMAND_LINE.uid}) as empty`,
  )
  return rows[0]?.empty === true
}

type MadeAccount = DemoAccount & { uid: string }

async function makeAccount(tx: Transaction, role: Role, name: string, address: string): Promise<MadeAccount> {
  const password = makePassword()
  // Somebody may have taken an address before the shop was filled.
  for (let number = 2025; ; number += 1) {
    const email = `${address}${number}@gmail.com`
    const made = await createAccount({ db: tx }, { name, email, password, role })
    if (made.ok) return { uid: made.uid, role, name, email, password }
  }
}

type DemoCatalog = Map<string, typeof products.$inferSelect>

async function insertDemoProducts(
  tx: Transaction,
  creators: { admin: MadeAccount; seller: MadeAccount },
): Promise<DemoCatalog> {
  const rows = await tx
    .insert(products)
    .values(demoProducts(creators).map(({ daysAgo, ...product }) => ({ ...product, time: daysBeforeNow(daysAgo) })))
    .returning()
  return new Map(rows.map((row) => [row.title, row]))
}

async function insertDemoOrders(tx: Transaction, user: MadeAccount, demoCatalog: DemoCatalog): Promise<void> {
  const shoppers = await insertShoppers(tx, user)
  for (const { by, daysAgo, status, cancel, lines: wanted } of DEMO_ORDERS) {
    const lines = wanted.map((line) => orderLine(demoCatalog, line))
    const shopper = shoppers[by]
    const deliveredAt = status === 'delivered' ? daysBeforeNow(daysAgo - 3) : null
    const [order] = await tx
      .insert(orders)
      .values({
        ...ADDRESSES[by],
        userId: shopper.uid,
        email: shopper.email,
        totalAmount: totalOf(lines),
        status,
        cancel,
        deliveredAt,
        checkoutKey: randomUUID(),
        time: daysBeforeNow(daysAgo),
      })
      .returning({ orderId: orders.id })
    if (!order) throw new Error('An order was inserted and not returned')
    await tx.insert(orderLines).values(lines.map((line, position) => ({ ...line, ...order, position, deliveredAt })))
  }
}

type Buyer = { uid: string; email: string }

/** People of the order list. They have no password, so nobody can log in as one of them. */
async function insertShoppers(tx: Transaction, demo: Buyer): Promise<Record<Shopper, Buyer>> {
  const shoppers = { demo, arjun: demo, lakshmi: demo, farhan: demo }
  for (const { key, name, email } of SHOPPERS) {
    const uid = await insertAccount(tx, { name, email, role: 'user', passwordHash: undefined })
    // A stranger who signed up with a made-up address keeps it; the orders are then the demo shopper's.
    if (uid) shoppers[key] = { uid, email }
  }
  return shoppers
}

function orderLine(
  demoCatalog: DemoCatalog,
  { title, size: code, colour, quantity }: (typeof DEMO_ORDERS)[number]['lines'][number],
) {
  const product = getProduct(demoCatalog, title)
  const size = getSize(code ?? product.sizeCode)
  return {
    productId: product.id,
    title,
    price: priceOfSize(product, size),
    quantity,
    productImageUrl: product.productImageUrl,
    category: product.category,
    sizeCode: size.code,
    sizeLabel: sizeLabelOf(size),
    selectedColor: colour,
    sellerId: product.userId,
  }
}

async function insertDemoRequest(tx: Transaction, user: MadeAccount, demoCatalog: DemoCatalog): Promise<void> {
  const { id: productId } = getProduct(demoCatalog, 'Widee Fountain Bowl')
  const note = 'I would take two of these for our terrace as soon as there are more.'
  await tx.insert(productRaise).values({ productId, userId: user.uid, name: user.name, email: user.email, note })
}

function getProduct(demoCatalog: DemoCatalog, title: string) {
  const product = demoCatalog.get(title)
  if (!product) throw new Error(`The demo shop has no product ${title}`)
  return product
}

function daysBeforeNow(days: number) {
  return sql`now() - make_interval(days => ${days})`
}
