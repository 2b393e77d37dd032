import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import type { Role } from '#domain/accounts/user.ts'
import { variables } from '#server/config/variables.ts'
import { connect } from '#server/db/connection.ts'
import { approveCancellation, deleteOrder } from '#server/order-page/cancel.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { findRunning } from '#server/postgres/embedded.ts'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { fillDataFolder } from './data-folder.ts'
import { FAST_SCRYPT } from './fast-scrypt.ts'
import { listWorkers } from './process.ts'

const root = join(import.meta.dirname, '../..')
const OPEN_MS = 120_000
const CLOSE_MS = 20_000

export type Account = DemoAccount
export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * A whole real shop: its own process, port, data folder, PostgreSQL and demo products, as built by `npm run build`.
 *
 * @param kept a data folder that is not deleted afterwards
 */
export async function openTestShop({ kept, env = {} }: { kept?: string; env?: Record<string, string> } = {}) {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'gamla-test-')))
  const forget = () => (kept ? undefined : rm(dataDir, { recursive: true, force: true }))
  if (!kept) await fillDataFolder(dataDir)
  const shop = await startShop(dataDir, env).catch(async (error) => {
    await forget()
    throw error
  })
  const { pool, db } = connect(await getDatabase(dataDir), { error() {} })
  const accounts = await readAccounts(dataDir)
  const admin = { ...accounts.admin, userId: await getUserId(accounts.admin.email) }
  const now = () => new Date()

  async function sql<Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await pool.query<Row>(text, values)
    return rows
  }

  async function getUserId(email: string): Promise<string> {
    const { rows } = await pool.query('select id from "user" where email = $1', [email])
    return rows[0].id
  }

  return {
    url: shop.url,
    /** The pids of the primary and of its workers. */
    pid: shop.process.pid ?? 0,
    workers: () => listWorkers(shop.process.pid),
    dataDir,
    accounts,
    sql,
    /** The admin's actions, without a browser. */
    deliver: (orderId: number) => expectOk(deliverOrder({ db }, admin, orderId)),
    deleteOrder: (orderId: number) => expectOk(deleteOrder({ db, now }, admin, orderId)),
    approveCancellation: (orderId: number) => expectOk(approveCancellation({ db, now }, admin, orderId)),
    /** Its log output so far. */
    said: shop.said,
    /** Kills the primary as a power cut would; its workers exit by themselves. */
    kill: () => endShop(shop.process, 'SIGKILL'),
    async close() {
      await pool.end()
      await endShop(shop.process, 'SIGTERM')
      await forget()
    },
  }
}

async function startShop(dataDir: string, more: Record<string, string>) {
  const env = { ...process.env }
  for (const name of Object.keys(variables)) delete env[name]
  Object.assign(env, {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '100',
    ...more,
    NODE_OPTIONS: [FAST_SCRYPT, more.NODE_OPTIONS].filter(Boolean).join(' '),
  })
  const shop = spawn(join(root, 'node_modules/.bin/node'), ['server/main.ts'], {
    cwd: root,
    env,
    // With the IPC channel, the shop closes by itself when the test process dies.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  }
  try {
    return { process: shop, url: await findUrl(shop, () => said), said: () => said }
  } catch (error) {
    await endShop(shop, 'SIGTERM')
    throw error
  }
}

function findUrl(shop: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not open in time:\n${said()}`)), OPEN_MS)
    shop.once('exit', (code) => reject(new Error(`The shop closed with ${code}:\n${said()}`)))
    shop.stdout?.on('data', () => {
      const url = /^.+ is open at (http:\S+)$/m.exec(said())?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    })
  })
}

async function getDatabase(dataDir: string): Promise<string> {
  const url = await findRunning(dataDir)
  if (!url) throw new Error('The shop is open, but its database does not run')
  return url
}

async function readAccounts(dataDir: string): Promise<Record<Role, Account>> {
  const list: Account[] = JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'))
  return Object.fromEntries(list.map((account) => [account.role, account])) as Record<Role, Account>
}

async function expectOk(change: Promise<{ ok: boolean }>): Promise<void> {
  const answer = await change
  if (!answer.ok) throw new Error(`The shop refused: ${JSON.stringify(answer)}`)
}

async function endShop(shop: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  const ended = new Promise((resolve) => shop.once('exit', resolve))
  shop.kill(signal)
  const timer = setTimeout(() => shop.kill('SIGKILL'), CLOSE_MS)
  await ended
  clearTimeout(timer)
}
