import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { findRunning } from '#server/postgres/embedded.ts'
import { findPostmaster, stopOrphanedServer } from '#server/postgres/postmaster.ts'
import { type ShopProcess, startShop, until } from '#tests/support/process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-lifecycle-'))
})
after(() => rm(folder, { recursive: true, force: true }))

describe('a wrong value stops the start with one line that names the variable', { concurrency: 2 }, () => {
  // Found when it is bound, opened and connected to; `server/config.test.ts` has what is found when it is read.
  const wrong: [name: string, value: string][] = [
    ['HOST', '192.0.2.1'],
    ['DATA_DIR', '/dev/null'],
    ['DATABASE_URL', 'postgres://shop:hunter2@127.0.0.1:1/gamla'],
  ]
  for (const [name, value] of wrong) {
    test(`${name}=${value}`, () => assertRefused({ DATA_DIR: join(folder, 'none'), [name]: value }, name))
  }

  test('PORT of another program', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await until('the other program listens', () => other.listening)
    const { port } = other.address() as AddressInfo
    await assertRefused({ DATA_DIR: join(folder, 'none'), PORT: String(port) }, 'PORT')
    other.close()
  })
})

async function assertRefused(env: NodeJS.ProcessEnv, name: string): Promise<void> {
  const shop = startShop(env)
  assert.equal(await shop.ended(), 1)
  assert.match(shop.said(), new RegExp(`^${name} .*\\n$`), 'one line that begins with the name')
  assert.doesNotMatch(shop.said(), /hunter2/)
}

test('one data folder through every accident that befalls a shop', { timeout: 120_000 }, async (t) => {
  // Longer than a socket's path may be, and with a comma and spaces, which some tools mishandle.
  const dataDir = join(folder, `a shop, ${'very '.repeat(20)}far away`)
  const cluster = join(dataDir, 'postgres')
  const env = { DATA_DIR: dataDir }
  let shop: ShopProcess

  await t.test('opens over what an interrupted first start has left', async () => {
    await mkdir(`${cluster}.new`, { recursive: true })
    await writeFile(`${cluster}.new/PG_VERSION`, '18')
    shop = startShop(env)
    await assertServes(await shop.opened())
    await query(dataDir, 'create table kept (what text)')
  })

  const accounts = await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')

  await t.test('shows the demo accounts, and keeps secrets to its owner', async () => {
    await until('the accounts are shown', () =>
      JSON.parse(accounts).every((it: { password: string }) => shop.said().includes(it.password)),
    )
    for (const file of ['demo-accounts.json', 'secret']) {
      assert.equal((await stat(join(dataDir, file))).mode & 0o777, 0o600, file)
    }
  })

  await t.test('a second start on the folder is told so, and the first goes on', async () => {
    const url = await shop.opened()
    const second = startShop(env)
    assert.equal(await second.ended(), 1)
    assert.match(second.said(), /^DATA_DIR .* is in use by another shop .*\n$/)
    assert.match(second.said(), new RegExp(url))
    await assertServes(url)
  })

  await t.test('PostgreSQL is killed: the shop starts it again and goes on', async () => {
    const url = await shop.opened()
    const killed = await killPostgres(cluster)
    await until('there is another server', async () => {
      const pid = await findPostmaster(cluster)
      return pid !== undefined && pid !== killed
    })
    await until('the database answers', () =>
      query(dataDir, `insert into kept values ('postgres')`).catch(() => undefined),
    )
    await assertServes(url)
    await query(dataDir, "select graphile_worker.add_job('reconcile', '{}', job_key => 'after')")
    await until('queued jobs are done again', async () => {
      return (await query(dataDir, "select from graphile_worker.jobs where key = 'after'")).length === 0
    })
  })

  await t.test('the shop is killed: the next start takes over from its PostgreSQL', async () => {
    shop.process.kill('SIGKILL')
    await shop.ended()
    assert.ok(await findPostmaster(cluster), 'the orphan that the next start has to deal with')
    shop = startShop(env, 'scripts/start.mjs')
    await assertServes(await shop.opened())
    await query(dataDir, `insert into kept values ('shop')`)
    // Printed only on the first start, because logs are kept.
    await until('the file of the accounts is named', () => shop.said().includes('demo-accounts.json'))
    for (const { password } of JSON.parse(accounts)) assert.ok(!shop.said().includes(password))
  })

  await t.test('both are killed: the starter opens the shop again, which recovers, at the same address', async () => {
    const url = await shop.opened()
    const killed = await findPrimary(dataDir)
    process.kill(killed, 'SIGKILL')
    await killPostgres(cluster)
    await until('another one has opened', async () => {
      const pid = await findPrimary(dataDir).catch(() => killed)
      return pid !== killed && shop.said().split('Gamla is open at').length === 3
    })
    await assertServes(url)
    await query(dataDir, `insert into kept values ('both')`)
  })

  await t.test('killed again, and unable to open any more, it is given up, with its exit code', async () => {
    const version = join(cluster, 'PG_VERSION')
    const right = await readFile(version, 'utf8')
    await writeFile(version, '9\n')
    process.kill(await findPrimary(dataDir), 'SIGKILL')
    assert.equal(await shop.ended(), 1)
    // Once for the time before, when it could.
    assert.equal(shop.said().split('restarting it').length, 6)
    await writeFile(version, right)
    await stopOrphanedServer(cluster)
  })

  await t.test('a pid in an old lock file that is a stranger now is no hindrance, and nothing was lost', async () => {
    await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n\n\n 1 1\nready\n`)
    shop = startShop(env, 'scripts/start.mjs')
    await assertServes(await shop.opened())
    const kept = await query(dataDir, 'select what from kept')
    assert.deepEqual(
      kept.map(({ what }) => what),
      ['postgres', 'shop', 'both'],
    )
    assert.equal(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8'), accounts)
  })

  await t.test('the starter is killed: the shop closes by itself', async () => {
    shop.process.kill('SIGKILL')
    await until('PostgreSQL has stopped', async () => (await findPostmaster(cluster)) === undefined)
  })
})

/** The pid of the process that has locked the folder. */
async function findPrimary(dataDir: string): Promise<number> {
  return JSON.parse(await readFile(join(dataDir, 'open.json'), 'utf8')).pid
}

async function assertServes(url: string): Promise<void> {
  const answer = await fetch(new URL('/allproduct', url))
  assert.equal(answer.status, 200)
  assert.match(await answer.text(), /₹/)
}

async function killPostgres(cluster: string): Promise<number> {
  const pid = await findPostmaster(cluster)
  assert.ok(pid)
  process.kill(pid, 'SIGKILL')
  return pid
}

async function query(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: await findRunning(dataDir) })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
