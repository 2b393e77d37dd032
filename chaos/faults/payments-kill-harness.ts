import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { toPaise } from '#domain/money.ts'
import { openEmailjs } from '#sandbox/emailjs.ts'
import { openRazorpay } from '#sandbox/razorpay.ts'
import { connect } from '#server/db/connection.ts'
import { unlockRunners } from '#server/db/enqueue.ts'
import { silentLog } from '#server/observability/log.ts'
import { dispatchOrder } from '#server/parcels/dispatch.ts'
import { takeBack } from '#server/parcels/returns.ts'
import { addProduct, addUser, lineFor, someAddress, somePot } from '#tests/support/fixtures/factories.ts'
import { JOB_TABLE } from '#tests/support/jobs.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'

const razorpayKeys = { keyId: 'rzp_test_kill', keySecret: 'keys', webhookSecrets: ['hooks'] }
const emailKeys = { serviceId: 'service_1', templateId: 'template_1', userId: 'public', accessToken: 'private' }

/**
 * A lock of the table, or one that a transaction keeps, would wait for all who have written into it and are held at
 * another one.
 */
const HELD = ['checkouts', 'orders', 'order_lines', 'payments', 'payment_events', JOB_TABLE]
const writeGate = (table: string) => `
  create or replace function public.wait_at_gate() returns trigger language plpgsql as
  $$ begin
    perform pg_catalog.pg_advisory_lock_shared(tg_relid::bigint);
    perform pg_catalog.pg_advisory_unlock_shared(tg_relid::bigint);
    return null;
  end $$;
  create trigger gate before insert or update on ${table} for each statement execute function public.wait_at_gate()`

export type KillHarness = Awaited<ReturnType<typeof openKillHarness>>

/** A real shop that can be killed, with a database, payment provider and email service that survive it. */
export async function openKillHarness() {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-kill-'))
  const database = await testDatabase()
  const { pool, db } = connect(database.url, silentLog)
  const provider = openRazorpay(razorpayKeys)
  const emails = openEmailjs(emailKeys)
  const services = new Hono().route('/razorpay', provider.app).route('/emailjs', emails.app)
  const http = createServer(getRequestListener(services.fetch)).listen(0, '127.0.0.1')
  await until('the services listen', () => http.listening)
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    RAZORPAY_URL: `${url}/razorpay`,
    RAZORPAY_KEY_ID: razorpayKeys.keyId,
    RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecrets[0],
    EMAILJS_URL: `${url}/emailjs`,
    EMAILJS_SERVICE_ID: emailKeys.serviceId,
    EMAILJS_TEMPLATE_ID: emailKeys.templateId,
    EMAILJS_USER_ID: emailKeys.userId,
    EMAILJS_ACCESS_TOKEN: emailKeys.accessToken,
    WEB3FORMS_ACCESS_KEY: randomUUID(),
  }
  for (const table of HELD) await pool.query(writeGate(table))
  const held: pg.Client[] = []
  let shop: ShopProcess = startShop(env)
  let address = await shop.opened()
  const cookie = await logIn()

  async function logIn(): Promise<string> {
    const person = { name: 'Meera Nair', email: 'meera24@gmail.com', password: 'terracotta 7' }
    const send = (path: string) =>
      fetch(address + path, { method: 'POST', body: new URLSearchParams(person), redirect: 'manual' })
    await send('/signup')
    return (await send('/login')).headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
  }

  async function post(path: string, fields: Record<string, string>) {
    const answer = await fetch(address + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie },
    })
    return (await answer.json()) as { kind: string; checkoutId: string; providerOrderId: string }
  }

  async function sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query(text, values)).rows as Row[]
  }

  return {
    provider,
    emails,
    sql,
    /** A cart with a product of its own. */
    async fillCart() {
      const pot = await addProduct(db)
      return { ...someAddress, key: randomUUID(), lines: JSON.stringify([lineFor(pot)]) }
    },
    /** A click on Pay Online. */
    open: (cart: Record<string, string>) => post('/cart/pay', cart),
    /** The request of the widget's handler. */
    report(checkoutId: string, orderId: string, paymentId: string) {
      const { razorpay_signature: signature } = provider.signResult(orderId, paymentId)
      return post('/cart/paid', { checkoutId, paymentId, signature })
    },
    /** Sends each pending webhook about this payment once. */
    async deliverWebhooks(paymentId: string) {
      for (const message of provider.webhooks.list().filter(({ body }) => body.includes(paymentId))) {
        const answer = await fetch(`${address}/webhooks/razorpay`, {
          method: 'POST',
          ...provider.webhooks.signed(message),
        })
        if (answer.ok) provider.webhooks.acknowledge(message.id)
      }
    },

    /** The desk sends this order and takes one pot back. @returns Paise that are refunded */
    async takeBack(orderId: number): Promise<number> {
      const [desk, admin] = [{ db, now: () => new Date() }, await addUser(db, 'admin')]
      const parcel = { courier: '', awb: '', trackingLink: '', book: false }
      const sent = await dispatchOrder(desk, admin, { ...parcel, key: randomUUID(), orderId, lines: 'rest' })
      if (!sent.ok) throw new Error(`Order ${orderId} was not sent: ${sent.reason}`)
      const lines = [{ position: 0, good: 1, damaged: 0 }]
      const back = {
        key: randomUUID(),
        shipmentId: sent.shipmentId,
        lines,
        reason: 'returned',
        refund: 'full',
      } as const
      const taken = await takeBack(desk, admin, back)
      if (!taken.ok) throw new Error(`Order ${orderId} was not taken back: ${taken.reason}`)
      return toPaise(somePot.price)
    },

    /** Holds all who write into this table until the shop is killed; `reached` resolves when one waits. */
    async hold(table: string) {
      const key = '$1::regclass::bigint'
      const client = new pg.Client({ connectionString: database.url })
      held.push(client)
      await client.connect()
      await client.query(`select pg_advisory_lock(${key})`, [table])
      return {
        reached: () =>
          until(`somebody writes into ${table}`, async () => {
            const waiting = await sql(
              `select from pg_locks where locktype = 'advisory' and objid = ${key} and not granted
                 and database = (select oid from pg_database where datname = current_database())`,
              [table],
            )
            return waiting.length > 0
          }),
      }
    },

    async kill() {
      shop.process.kill('SIGKILL')
      await shop.ended()
      await Promise.all(held.splice(0).map((client) => client.end()))
      provider.faults.clear()
      emails.faults.clear()
    },
    /** Restarts the shop as if 15 minutes had passed, and waits for one round of reconciliation. */
    async restart() {
      const ago = "interval '16 minutes'"
      await sql(`update checkouts set time = time - ${ago}, checked_at = checked_at - ${ago}`)
      await unlockRunners(db)
      shop = startShop(env)
      address = await shop.opened()
      await until('the first round is over', async () => {
        const left = await sql(
          `select from checkouts where provider_order_id is not null and state <> 'closed'
           and (checked_at is null or checked_at < now() - interval '15 minutes')`,
        )
        return left.length === 0
      })
    },
    said: () => shop.said(),

    async close() {
      await this.kill()
      http.closeAllConnections()
      http.close()
      provider.close()
      await pool.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
