import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '#tests/postgres.ts'
import { createAuth, logIn } from './accounts.ts'
import { readConfig } from './config.ts'
import { connect } from './db/connection.ts'
import { borrowPostgres } from './db/postgres.ts'
import { silentLog } from './log.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
const dataDir = await mkdtemp(join(tmpdir(), 'gamla-cli-'))
after(async () => {
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

/** `npm run shop -- …` on the test's database. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return runIn({ DATABASE_URL: database.url, DATA_DIR: dataDir }, args)
}

function runIn(place: Record<string, string>, args: readonly string[]): ReturnType<typeof run> {
  const env = { ...process.env, NODE_OPTIONS: '', ...place }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], { env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), out, err })
    })
  })
}

async function logInAs(email: string, password: string) {
  const auth = createAuth(db, {
    secret: 'a secret for tests, long enough to sign with',
    publicUrl: undefined,
    log: silentLog,
  })
  return logIn({ auth }, { email, password }, new Request('http://localhost/login'))
}

test('create-admin makes an admin, and shows the password once', async () => {
  const made = await run('create-admin', 'Boss@Gamla.example', '--name', 'The Boss')
  const password = /^Password, shown this once: (\S+)$/m.exec(made.out)?.[1] ?? ''
  const entered = await logInAs('boss@gamla.example', password)
  assert.ok(entered.ok)
  assert.deepEqual([entered.user.name, entered.user.role], ['The Boss', 'admin'])

  const again = await run('create-admin', 'boss@gamla.example')
  assert.deepEqual([again.code, again.out.includes('assword, shown')], [0, false])
  assert.ok((await logInAs('boss@gamla.example', password)).ok)
})

test('seed fills an empty database, and adds made-up products and orders when asked for a number', async () => {
  const filled = await run('seed')
  assert.deepEqual([filled.code, filled.err], [0, ''])
  const again = await run('seed')
  assert.deepEqual([again.code, again.err], [1, 'There is a shop in this database already; nothing was added\n'])

  const { rows: before } = await pool.query(
    'select (select count(*) from products) as products, (select count(*) from orders) as orders',
  )
  assert.equal((await run('seed', '--products', '20', '--orders', '7')).out, 'Added 20 products and 7 orders.\n')
  const { rows: now } = await pool.query(
    'select (select count(*) from products) as products, (select count(*) from orders) as orders',
  )
  assert.deepEqual([now[0].products - before[0].products, now[0].orders - before[0].orders], [20, 7])
})

test('backup writes one file, and restore fills an empty folder from it, which then opens as the same shop', async () => {
  const [file, empty] = [join(dataDir, 'shop.tar.gz'), join(dataDir, 'empty')]
  const made = await run('backup', file)
  assert.match(made.out, /^Backed up \d+ tables and 0 pictures into .*shop\.tar\.gz\n$/)
  assert.deepEqual([made.code, made.err], [0, ''])
  assert.match((await run('backup', file)).err, /is there already: name another file\n$/)
  assert.match(
    (await run('restore', file)).err,
    /^There is a shop in this database: restore needs an empty one[^\n]*\n$/,
  )

  const restored = await runIn({ DATA_DIR: empty, DATABASE_URL: '' }, ['restore', file])
  assert.deepEqual([restored.code, restored.err, /^Restored \d+ tables/m.test(restored.out)], [0, '', true])
  const postgres = await borrowPostgres(readConfig({ DATA_DIR: empty }), silentLog)
  const other = connect(postgres.url, silentLog)
  for (const table of ['products', 'order_lines', '"user"', 'audit']) {
    const text = `select t::text from ${table} as t order by 1`
    assert.deepEqual((await other.pool.query(text)).rows, (await pool.query(text)).rows, table)
  }
  await other.pool.end()
  await postgres.stop()
})

test('a database from a newer version is refused in one line', async () => {
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)")
  for (const args of [['seed'], ['backup', join(dataDir, 'b.tar.gz')]]) {
    const { code, err } = await run(...args)
    assert.deepEqual([code, err.trim().split('\n').length], [1, 1])
    assert.match(err, /^The database was made by a newer version of the shop/)
  }
  await pool.query("delete from drizzle.__drizzle_migrations where hash = 'future'")
})

test('help lists the commands', async () => {
  const help = await run('help')
  for (const command of ['create-admin EMAIL', 'seed', 'backup FILE', 'restore FILE', '--products N'])
    assert.ok(help.out.includes(command))
  assert.equal((await run()).out, help.out)
})

test('a wrong word gets one line that says what to write', async () => {
  for (const [args, sentence] of [
    [['dance'], /^There is no command dance/],
    [['seed', 'everything'], /^There is no command seed everything/],
    [['backup'], /^Name one file: backup FILE/],
    [['restore', 'a', 'b'], /^Name one file: restore FILE/],
    [['create-admin'], /^Name one e-mail address/],
    [['create-admin', 'nobody'], /^Enter an e-mail address/],
    [['seed', '--products', 'many'], /^--products must be a whole number/],
    [['seed', '--orders', '99999999'], /^--orders must be a whole number/],
    [['seed', '--pots', '5'], /^Unknown option '--pots'/],
  ] as const) {
    const { code, out, err } = await run(...args)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, sentence)
    assert.equal(err.trim().split('\n').length, 1)
  }
})
