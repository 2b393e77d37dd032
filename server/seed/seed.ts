import type { Role, User } from '#domain/accounts/user.ts'
import { priceOfSize } from '#domain/catalog/product.ts'
import { type Catalogue, findSize, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { totalOf } from '#domain/orders/cart.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { createAccount } from '#server/accounts/signup.ts'
import type { StoredProduct } from '#server/catalog/queries.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { insertProductRequest } from '#server/catalog/storefront-queries.ts'
import type { Transaction } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { type DemoAccount, demoEmail, makePassword, writeDemoAccounts } from './demo-accounts.ts'
import { ADDRESSES, DEMO_ORDERS, SHOPPERS, type Shopper } from './orders.ts'
import { demoProducts } from './products.ts'
import { insertSeedOrder, insertSeedProducts, isEmptyShop, lockSeeding } from './queries.ts'

/** Fills an empty database with the demo shop, all or nothing. @returns false when the database is not empty */
export async function seedIfEmpty(shop: { db: Shop['db']; config: { dataDir: string } }): Promise<boolean> {
  return shop.db.transaction(async (tx) => {
    await lockSeeding(tx)
    if (!(await isEmptyShop(tx))) return false

    const user = await createDemoAccount(tx, 'user', 'Meera Nair')
    const seller = await createDemoAccount(tx, 'seller', 'Ravi Prajapati')
    const admin = await createDemoAccount(tx, 'admin', 'Asha Rao')
    const catalogue = await readCatalogue(tx)
    const demoCatalog = await insertDemoProducts(tx, { seller, admin }, catalogue)
    await insertDemoOrders(tx, user, demoCatalog, catalogue)
    await insertDemoRequest(tx, user, demoCatalog)
    // Written before the commit: if the commit fails, the next start seeds again; the other way round a failed write
    // would lose the passwords.
    await writeDemoAccounts(
      shop.config.dataDir,
      [user, seller, admin].map(({ userId: _, ...account }) => account),
    )
    return true
  })
}

type CreatedAccount = User & DemoAccount

async function createDemoAccount(tx: Transaction, role: Role, name: string): Promise<CreatedAccount> {
  const password = makePassword()
  // Somebody may have signed up with this address before the shop was seeded.
  for (let attempt = 0; ; attempt += 1) {
    const email = demoEmail(role, attempt)
    const created = await createAccount({ db: tx }, { name, email, password, role, isEmailConfirmed: true })
    if (created.ok) return { userId: created.userId, role, name, email, password }
  }
}

type DemoCatalog = Map<string, StoredProduct>

async function insertDemoProducts(
  tx: Transaction,
  creators: { admin: CreatedAccount; seller: CreatedAccount },
  catalogue: Catalogue,
): Promise<DemoCatalog> {
  const rows = await insertSeedProducts(tx, demoProducts(creators, catalogue))
  return new Map(rows.map((row) => [row.title, row]))
}

async function insertDemoOrders(tx: Transaction, user: CreatedAccount, demoCatalog: DemoCatalog, catalogue: Catalogue) {
  const shoppers = await insertShoppers(tx, user)
  for (const { by, daysAgo, status, cancel, lines: seeds } of DEMO_ORDERS) {
    const lines = seeds.map((line) => orderLine(demoCatalog, catalogue, line))
    const shopper = shoppers[by]
    const { userId, email } = shopper
    const totalAmount = totalOf(lines)
    await insertSeedOrder(tx, { ...ADDRESSES[by], userId, email, totalAmount, status, cancel, daysAgo }, lines)
  }
}

type Buyer = Pick<User, 'userId' | 'email'>

/** Creates the other shoppers of the demo orders, without passwords: nobody can log in as one of them. */
async function insertShoppers(tx: Transaction, demo: Buyer): Promise<Record<Shopper, Buyer>> {
  const shoppers = { demo, arjun: demo, lakshmi: demo, farhan: demo }
  for (const key of SHOPPERS) {
    const { name } = ADDRESSES[key]
    const email = `${name.toLowerCase().replace(' ', '.')}@gamla.example`
    const userId = await insertAccount(tx, { name, email, role: 'user', passwordHash: undefined })
    // If somebody has signed up with this address, the orders go to the demo shopper instead.
    if (userId) shoppers[key] = { userId, email }
  }
  return shoppers
}

function orderLine(
  demoCatalog: DemoCatalog,
  catalogue: Catalogue,
  { title, size: code, colour, quantity }: (typeof DEMO_ORDERS)[number]['lines'][number],
) {
  const product = getProduct(demoCatalog, title)
  const size = findSize(catalogue, code ?? product.sizeCode)
  if (!size) throw new Error(`The demo shop has no size ${code}`)
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

async function insertDemoRequest(tx: Transaction, user: CreatedAccount, demoCatalog: DemoCatalog): Promise<void> {
  const { id: productId } = getProduct(demoCatalog, 'Widee Fountain Bowl')
  const note = 'I’d like two of these for our terrace when they are back.'
  const { userId, name, email } = user
  await insertProductRequest(tx, { productId, userId, name, email, note })
}

function getProduct(demoCatalog: DemoCatalog, title: string) {
  const product = demoCatalog.get(title)
  if (!product) throw new Error(`The demo shop has no product ${title}`)
  return product
}
