import { query } from './databases.ts'
import type { Ledger } from './ledger.ts'
import { DATABASES, type DatabaseMachine } from './network.ts'

export type InvariantViolations = { lost: string[]; duplicated: string[]; broken: string[] }

type Row = { key: string; ids: string[]; whole: boolean }

/** Compares the orders in the database with those that shoppers got an acknowledgement for. */
export async function checkOrders(ledger: Ledger, primary: DatabaseMachine): Promise<InvariantViolations> {
  // Copied before the query: an order that is acknowledged meanwhile need not be in its result.
  const acknowledged = ledger.listAcknowledged()
  const rows = await query<Row>(
    primary,
    `select o.checkout_key::text as key, array_agg(o.id::text) as ids, bool_and(o.total_amount = l.total) as whole
     from orders o
     left join (select order_id, sum(price * quantity) as total from order_lines group by 1) l on l.order_id = o.id
     where o.email like 'shopper%@gamla.example'
     group by o.checkout_key`,
    { database: 'gamla' },
  )
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return {
    // The order number must be the one that the shopper was told.
    lost: acknowledged
      .filter(({ key, orderId }) => !byKey.get(key)?.ids.includes(String(orderId)))
      .map(({ key }) => key),
    duplicated: rows.filter(({ key, ids }) => ids.length > 1 || !ledger.entries.has(key)).map(({ key }) => key),
    broken: rows.filter(({ whole }) => !whole).map(({ key }) => key),
  }
}

/** A hash of all orders on each machine; after a failover all three must be equal. */
export async function listFingerprints(): Promise<string[]> {
  return Promise.all(
    DATABASES.map(async (name) => {
      const [row] = await query<{ print: string }>(
        name,
        `select md5(string_agg(o::text || l::text, '|' order by o.id, l.position)) as print
         from orders o join order_lines l on l.order_id = o.id`,
        { database: 'gamla' },
      )
      return row?.print ?? 'nothing'
    }),
  )
}
