import { randomUUID } from 'node:crypto'
import type { Role, User } from '#domain/account.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import type { Db } from '#server/db/connection.ts'
import { products } from '#server/db/schema/shop.ts'

/** A product with default values. */
export const somePot = {
  title: 'Some Pot',
  price: 495,
  productImageUrl: ['/pots/cubee-grey-stone'],
  category: 'Indoor POT',
  description: 'A pot for a test.',
  sizeCode: 'C01',
  sizeLabel: 'CUBEE C01',
  username: 'Ravi',
  email: 'ravi@gamla.example',
  approved: true,
} as const satisfies Partial<typeof products.$inferInsert>

type Changes = Partial<typeof products.$inferInsert>

export async function addProducts(db: Db, list: Changes[]): Promise<ProductId[]> {
  const rows = await db
    .insert(products)
    .values(list.map((changes) => ({ ...somePot, productImageUrl: [...somePot.productImageUrl], ...changes })))
    .returning({ id: products.id })
  return rows.map(({ id }) => id)
}

export async function addProduct(db: Db, changes: Changes = {}): Promise<ProductId> {
  const [id] = await addProducts(db, [changes])
  if (id === undefined) throw new Error('No product was added')
  return id
}

/** A user without a password. */
export async function addUser(db: Db, role: Role = 'user'): Promise<User> {
  const person = { name: 'Meera', email: `meera-${randomUUID()}@gamla.example`, role }
  const userId = await insertAccount(db, { ...person, passwordHash: undefined })
  if (!userId) throw new Error('No user was added')
  return { uid: userId, ...person }
}

/** A cart line as the cart page sends it. */
export function lineFor(id: ProductId, changes: Partial<RequestedLine> = {}): RequestedLine {
  return { id, sizeCode: 'C01', selectedColor: 'Grey Stone', quantity: 1, seenPrice: somePot.price, ...changes }
}

export const someAddress = {
  name: 'Meera Nair',
  address: '12 Lake View Road',
  city: 'Bengaluru',
  pincode: '560038',
  mobileNumber: '9845000012',
}
