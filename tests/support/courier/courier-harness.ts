import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openShiprocket as openStandIn } from '#sandbox/shiprocket.ts'
import { placeOrder } from '#server/orders/place.ts'
import { enqueueBooking } from '#server/parcels/book.ts'
import { openShiprocket, UNCONFIGURED_SHIPROCKET } from '#server/providers/shiprocket.ts'
import type { Shop } from '#server/shop.ts'
import { fetchFrom } from '#tests/support/fetch-from.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { openDatabase } from '#tests/support/postgres.ts'

export { openStandIn }

const SANDBOX = 'http://sandbox.invalid'
const keys = { email: 'api@gamla.example', password: 'the password', pickupLocation: 'Primary' }
export const WEBHOOK_KEY = 'the key of the courier'

type Send = () => Promise<Response>

/** A real database, and the courier's sandbox in the same process; nothing runs by itself. */
export async function openCourierWorld() {
  const { url, db, close } = await openDatabase()
  const observer = new pg.Pool({ connectionString: url, max: 2, application_name: 'observer' })
  const provider = openStandIn(keys)
  const said: string[] = []
  const log = {
    info() {},
    error: (line: string) => void said.push(line),
    step: <T>(_label: string, work: () => Promise<T>) => work(),
  }
  const admin = await addUser(db, 'admin')
  const buyer = await addUser(db)

  async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await observer.query(text, values)).rows as Row[]
  }

  /** An instance of the shop. @param request wraps each of its HTTP requests */
  function openInstance(request: (name: string, send: Send) => Promise<Response> = (_name, send) => send()): Shop {
    const httpFetch: typeof fetch = async (input, init) => {
      const path = String(input).replace(SANDBOX, '')
      return request(`${init?.method} ${path}`, async () => fetchFrom(provider.app, path, init))
    }
    const config = {
      ...UNCONFIGURED_SHIPROCKET,
      ...keys,
      url: `${SANDBOX}/v1/external`,
      trackingUrl: 'https://shiprocket.co/tracking',
    }
    const courier = openShiprocket(config, { httpFetch, timeoutMs: 500, webhookKey: WEBHOOK_KEY })
    return { db, courier, log, now: () => new Date() } as unknown as Shop
  }

  async function addOrder({ quantity = 1, address = someAddress } = {}): Promise<number> {
    const pot = await addProduct(db)
    const lines = [lineFor(pot, { quantity })]
    const placed = await placeOrder({ db }, buyer, { key: randomUUID(), lines, address })
    if (!placed.ok) throw new Error('The order was not placed')
    return placed.order.id
  }

  /** A dispatched parcel with one pot. */
  async function addShipment(orderId: number, { courier = '', awb = null as string | null, cash = 0 } = {}) {
    const [row] = await sql<{ id: string }>(
      `with shipment as (insert into shipments (order_id, user_id, key, courier, awb, cash)
         values ($1, $2, gen_random_uuid(), $3, $4, $5) returning id)
       insert into shipment_lines (shipment_id, position, quantity, amount)
       select id, 0, 1, 49500 from shipment returning shipment_id as id`,
      [orderId, buyer.userId, courier, awb, cash],
    )
    return Number(row?.id)
  }

  return {
    db,
    sql,
    provider,
    admin,
    said,
    openInstance,
    addOrder,
    addShipment,
    /** A parcel whose booking was asked for. */
    async addRequested(orderId: number, options: { cash?: number } = {}): Promise<number> {
      const id = await addShipment(orderId, options)
      await db.transaction((tx) => enqueueBooking(tx, id))
      return id
    },
    async find(id: number) {
      const [row] = await sql<{
        booking: string | null
        booking_problem: string | null
        awb: string | null
        courier: string
        tracking_link: string
        label_link: string
        provider_order_id: string | null
        provider_shipment_id: string | null
        step: string
        status: string
        checked_at: Date | null
      }>('select * from shipments where id = $1', [id])
      if (!row) throw new Error('The shipment is gone')
      return row
    },
    async close() {
      await observer.end()
      await close()
    },
  }
}
