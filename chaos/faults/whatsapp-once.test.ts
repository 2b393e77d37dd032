// Messages by WhatsApp about orders of instances that are killed. Of emails tests/integration/messages-once.test.ts asks the
// same.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import type { Shop } from '#server/shop.ts'
import { DOUBLED } from '#server/whatsapp/send.ts'
import { submitTemplates } from '#server/whatsapp/templates.ts'
import { noteUpdates } from '#server/whatsapp/updates.ts'
import { openSmtpService, SMTP_LOGIN } from '#tests/support/emails/smtp-service.ts'
import { openSenders } from '#tests/support/killed-senders.ts'
import { until } from '#tests/support/process.ts'
import { rounds } from '#tests/support/rounds.ts'
import { serveApp } from '#tests/support/serve.ts'
import { openMeta, whatsappEnv } from '#tests/support/whatsapp/whatsapp-harness.ts'

const KILLS = rounds({ few: 2, all: 4 })

const meta = openMeta()
/** Tries of a message that have ended here. */
const ended = new Map<number, number>()
/** Their report never comes. */
const unreported = new Set<number>()
let numbers = 0
let senders: Awaited<ReturnType<typeof openSenders>>
let close: (() => Promise<unknown>) | undefined

before(async () => {
  const front = await serveApp(openFront())
  // An order's email asks for its message.
  const smtp = await openSmtpService()
  close = () => Promise.all([front.close(), smtp.close()])
  const { user, password } = SMTP_LOGIN
  senders = await openSenders({
    channel: 'whatsapp',
    // Messages go one by one.
    batch: rounds({ few: 8, all: 20 }),
    env: (number) => ({
      SMTP_URL: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`,
      ...whatsappEnv(`${front.url}/${number}/v24.0`),
    }),
    passTime,
    async prepare(shop, buyer, key) {
      numbers += 1
      await noteUpdates(shop, buyer, { key, number: `+9198${String(numbers).padStart(8, '0')}` })
    },
  })
  const config = { publicUrl: 'https://shop.example' } as Shop['config']
  await submitTemplates({ config, db: senders.db, now: () => new Date(), whatsapp: meta.whatsapp })
})

after(async () => {
  await senders?.close()
  await close?.()
})

/** Stands before Meta's stand-in, and knows a message by the data that Meta sends back with its reports. */
function openFront() {
  const front = new Hono()
  front.post('/:shop/*', async (c) => {
    const body = await c.req.text()
    const id = Number(/"message (\d+)"/.exec(body)?.[1])
    const path = c.req.path.replace(/^\/\d+/, '')
    const answer = () =>
      meta.app.request(path, { method: 'POST', body, headers: c.req.raw.headers as unknown as Record<string, string> })
    const trouble = senders.meet(Number(c.req.param('shop')), id)
    const answered = !trouble || trouble.endsWith('taken') ? await answer() : undefined
    if (trouble === 'lost-taken' && senders.hasTroubles(id)) unreported.add(id)
    ended.set(id, (ended.get(id) ?? 0) + 1)
    if (trouble === 'refused') return c.json({ error: { code: 130429, message: 'Rate limit hit' } }, 429)
    if (answered && !trouble) return answered
    // The connection breaks off.
    return new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('Lost')) }))
  })
  return front
}

/** Reports of Meta come to a shop that is open; then two minutes pass for the messages whose tries had ended before. */
async function passTime(): Promise<void> {
  const rows = await senders.read()
  const waiting = rows.filter(({ id, state, tries }) => state === 'queued' && ended.get(Number(id)) === tries)
  for (const { body, headers } of meta.takeWebhooks()) {
    if (unreported.has(Number(/"message (\d+)"/.exec(body)?.[1]))) continue
    await until('a shop takes the report', async () => {
      const url = await senders.url()?.catch(() => undefined)
      const answer = url && (await fetch(`${url}/webhooks/whatsapp`, { method: 'POST', body, headers }).catch(() => {}))
      return answer && answer.status === 200
    })
  }
  await senders.pool.query(
    `update sent_messages set tried_at = tried_at - interval '3 minutes' where id = any($1) and state = 'queued'`,
    [waiting.map(({ id }) => id)],
  )
}

test('every order is told of by WhatsApp, and twice only where no report of Meta came, which its row says', {
  timeout: 480_000,
}, async (t) => {
  const began = performance.now()
  const rows = await senders.send(KILLS)
  const doubled = rows.filter(({ copies }) => copies === 2)
  const marked = rows.filter(({ problem }) => problem === DOUBLED)
  t.diagnostic(
    `${rows.length} orders, ${KILLS} kills, ${rows.filter(({ copies }) => copies === 0).length} missing, ${doubled.length} ` +
      `doubled among ${marked.length} marked so, in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  assert.deepEqual([...new Set(rows.map(({ copies }) => copies))].sort(), [1, 2])
  // Of the one whose report never came nobody could know.
  assert.deepEqual([doubled.length, doubled[0]?.problem], [1, DOUBLED])
  assert.ok(senders.answers().every((times) => times === 1))
})
