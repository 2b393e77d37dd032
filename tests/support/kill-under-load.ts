// Kills workers and PostgreSQL under load. Unanswered requests are retried, and afterwards every
// acknowledged order must exist exactly once. `npm run torture` injects all other faults.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '#server/accounts/signup.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import { findPostmaster } from '#server/postgres/postmaster.ts'
import { logInAt } from '#tests/support/cookies.ts'
import { addProduct, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { listWorkers, until } from '#tests/support/process.ts'

/** Between two requests of a shopper. Without it they would only measure how fast the machine is. */
const THINK_MS = 50
const person = { name: 'Meera Nair', email: 'meera@gamla.example', password: 'terracotta 7' }

type Shop = {
  /** Of the primary. */
  pid: number
  url: string
  dataDir: string
}
type Handle = ReturnType<typeof connect>
type Kills = {
  /** Of workers. */
  count: number
  signal: NodeJS.Signals
  killsPostgres: boolean
}

/** Linux only. @returns what has happened, in a line */
export async function killUnderLoad(shop: Shop, kills: Kills): Promise<string> {
  const handle = connect((await findRunning(shop.dataDir)) ?? '', silentLog)
  return orderAndKill(handle, shop, kills).finally(() => handle.pool.end())
}

async function orderAndKill(
  { pool, db }: Handle,
  { pid, url, dataDir }: Shop,
  { count, signal, killsPostgres }: Kills,
) {
  const { userId } = (await createAccount({ db }, { ...person, role: 'user' })) as { userId: string }
  // An unconfirmed buyer may have only a few cash orders waiting.
  await pool.query('update "user" set email_verified = true where id = $1', [userId])
  const pot = await addProduct(db)
  const postgres = await findPostmaster(join(dataDir, 'postgres'))
  const cookie = await logInAt(url, person)

  let isOver = false
  /** Then error responses are allowed as well. */
  let isDatabaseDown = false
  const odd: string[] = []
  let pages = 0
  let repeated = 0
  const placed = new Map<string, string>()
  async function read() {
    while (!isOver) {
      const path = pages % 2 === 0 ? '/allproduct' : `/search?q=pot${pages}`
      const answer = await fetch(url + path).then(readWhole, hungUp)
      if (answer?.status === 200 && answer.text.includes('</html>')) pages += 1
      else if (answer && !isDatabaseDown) odd.push(`${path}: ${answer.status}`)
      await sleep(THINK_MS)
    }
  }
  async function order() {
    const lines = JSON.stringify([lineFor(pot)])
    while (!isOver) {
      const key = randomUUID()
      const press = () =>
        fetch(`${url}/cart.data`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams({ ...someAddress, key, lines }),
        }).then(readWhole, hungUp)
      const answer = await until('the order is placed', async () => {
        const said = await press()
        if (said?.status === 200) return said
        if (said && !isDatabaseDown) odd.push(`order: ${said.status}`)
        repeated += 1
        return undefined
      })
      assert.match(answer.text, /"placed"/)
      placed.set(key, /"orderId",(\d+)/.exec(answer.text)?.[1] ?? '')
      await sleep(THINK_MS)
    }
  }
  const load = Promise.all([read(), read(), order(), order(), order()])
  load.catch(() => {})

  const orderedSince = (ordered: number) => () => placed.size > ordered + 3
  const [victim] = await until('all serve', async () => {
    const pids = await listWorkers(pid)
    return placed.size > 0 && pids.length === count ? pids : undefined
  })
  process.kill(victim as number, signal)
  const began = performance.now()
  await until('a page is answered again', () => fetch(`${url}/faq`).then(readWhole, hungUp))
  const backMs = Math.round(performance.now() - began)
  await until('the killed worker is replaced', async () => {
    const pids = await listWorkers(pid)
    return pids.length === count && !pids.includes(victim as number)
  })
  await until('orders are placed again', orderedSince(placed.size))
  assert.equal(await findPostmaster(join(dataDir, 'postgres')), postgres, 'PostgreSQL outlives the workers')
  if (killsPostgres) {
    isDatabaseDown = true
    process.kill(postgres ?? 0, 'SIGKILL')
    await until('PostgreSQL runs again', async () => {
      const another = await findPostmaster(join(dataDir, 'postgres'))
      return another !== undefined && another !== postgres
    })
    await until('orders are placed again', orderedSince(placed.size))
  }
  isOver = true
  await load

  assert.deepEqual(odd, [], 'an answer is a good one, or none')
  const { rows } = await pool.query('select id, checkout_key from orders where user_id = $1', [userId])
  const stored = new Map(rows.map(({ id, checkout_key: key }) => [key as string, String(id)]))
  assert.equal(rows.length, placed.size)
  assert.deepEqual(stored, new Map([...placed].map(([key, id]) => [key, id])))
  return `${pages} pages, ${placed.size} orders, ${repeated} presses repeated; back after ${backMs} ms`
}

async function readWhole(answer: Response): Promise<{ status: number; text: string } | undefined> {
  return answer.text().then((text) => ({ status: answer.status, text }), hungUp)
}

/** Its worker was killed, or no worker was listening. */
function hungUp(): undefined {}
