import { STAFF_ROLES } from '#domain/permissions.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addCounted, addProduct, addProducts, addSet, registered } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import type { TestEnvironment } from './environment.ts'
import { FAR_PINCODE, PART_PAID_ONLINE, PASSWORD, type Person } from './shoppers.ts'

const SHOPPERS = 5
const POTS = 300
const COUNTED = 40
const SETS = 15
const HELPERS = 20
/** No staff until they answer an invite. */
const INVITED = 2

/** Switches on what is off in a fresh shop: fees, gifts, pick-up, payment in part, and cash that is confirmed. */
const OFFERED: Partial<Settings> = {
  deliveryFees: [
    { zone: FAR_PINCODE, upToKg: 1000, fee: 60 },
    { zone: 'Everywhere else', upToKg: 0, fee: 0 },
  ],
  confirmCashOrders: true,
  gifts: true,
  keepItBelow: 600,
  partPaidOnline: PART_PAID_ONLINE,
  pickUpAt: 'Our studio',
  pickUpAddress: '4 Lake View Road',
  pickUpHours: '10 to 6',
}

/** Inserts products and accounts directly into the database. */
export async function seedData(environment: TestEnvironment) {
  await until('the shop is ready', () =>
    fetch(`${environment.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  const { db, pool } = connect(environment.databaseUrl, silentLog)
  try {
    // One hash for all accounts: hashing takes a third of a second.
    const passwordHash = await hashPassword(PASSWORD)
    const make = async (
      name: string,
      role: 'user' | 'admin',
      staffRole?: keyof typeof STAFF_ROLES,
    ): Promise<Person> => {
      const person = { name, email: `${name.toLowerCase()}@torture.example`, role }
      const userId = await insertAccount(db, { ...person, passwordHash, isEmailConfirmed: true })
      if (!userId) throw new Error(`${name} has an account already`)
      if (!staffRole) return { userId, ...person }
      await pool.query('update "user" set staff_role = $2 where id = $1', [userId, staffRole])
      return { userId, ...person, staff: { role: staffRole, rights: STAFF_ROLES[staffRole], needsSecondFactor: false } }
    }
    // The shop makes invoices for parcels only once it has a legal identity.
    await db.transaction((tx) => upsertSettings(tx, { ...registered, ...OFFERED }))
    await addProducts(
      db,
      Array.from({ length: POTS }, (_, n) => ({ title: `Pot ${n}` })),
    )
    const counted = await Promise.all(
      Array.from({ length: COUNTED }, (_, n) =>
        // Every fourth one is scarce.
        addCounted(db, { 'Grey Stone': n % 4 === 0 ? 8 : 400 }, { changes: { title: `Pot counted ${n}` } }),
      ),
    )
    for (let n = 0; n < SETS; n += 1) {
      const [first, second] = [counted[2 * n], counted[2 * n + 1]]
      if (first && second)
        await addSet(
          db,
          [
            { id: first, quantity: 2 },
            { id: second, quantity: 1 },
          ],
          { setPercent: 10 },
        )
    }
    await pool.query(`update products set title = 'Pot set ' || id where stock = 'set'`)
    await pool.query(
      `insert into offers (name, kind, amount, applies_to, starts_at, paid_online_only)
       values ('For paying online', 'percent', 3, 'order', now() - interval '1 day', true)`,
    )
    for (let n = 0; n < HELPERS; n += 1) await make(`Helper${n}`, 'user', 'Packer')
    await pool.query(
      `insert into wishlist_items (user_id, product_id, asked_price, known_price)
       select u.id, p.id, p.price, p.price from "user" as u, products as p where u.email like 'helper%' and p.title like 'Pot 1_'`,
    )
    return {
      // An order of somebody else that is delivered would make it Sold.
      pot: await addProduct(db, { title: 'Canary' }),
      canary: await make('Canary', 'user'),
      staff: [
        await make('Adma', 'admin'),
        await make('Admb', 'admin'),
        await make('Mana', 'user', 'Manager'),
        await make('Manb', 'user', 'Manager'),
      ],
      invited: await Promise.all(Array.from({ length: INVITED }, (_, n) => make(`Invited${n}`, 'user'))),
      shoppers: await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => make(`Shopper${n}`, 'user'))),
    }
  } finally {
    await pool.end()
  }
}
