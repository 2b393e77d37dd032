import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ConfigError, readConfig } from '#server/config.ts'
import { silentLog } from '#server/observability/log.ts'
import { socketFolderFor } from './cluster.ts'
import { canReach } from './os-user.ts'
import { connectOrStartPostgres, openPostgres } from './postgres.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-postgres-'))
})
after(() => rm(folder, { recursive: true, force: true }))

test("a command without an open shop has a server for as long as it takes; beside one, it uses that one's", async () => {
  const config = readConfig({ DATA_DIR: join(folder, 'shop') })
  const first = await connectOrStartPostgres(config, silentLog)
  const second = await connectOrStartPostgres(config, silentLog)
  assert.equal(second.url, first.url)
  await second.stop()
  assert.equal((await ask(first.url, 'select current_user as it')).it, 'gamla', 'it still runs, and not as superuser')

  await first.stop()
  await assert.rejects(ask(first.url, 'select 1 as it'), { code: 'ENOENT' })
})

test("the shop's own PostgreSQL writes orders to the disk, listens to nobody else, and reads every script alike", async () => {
  const { url, stop } = await connectOrStartPostgres(readConfig({ DATA_DIR: join(folder, 'shop') }), silentLog)
  assert.equal((await ask(url, 'show fsync')).fsync, 'on')
  assert.equal((await ask(url, 'show synchronous_commit')).synchronous_commit, 'on')
  assert.equal((await ask(url, 'show listen_addresses')).listen_addresses, '')
  assert.equal((await ask(url, "select 'É' ilike 'é' as it")).it, true)
  assert.equal((await stat(join(folder, 'shop/postgres-socket'))).mode & 0o777, 0o700)
  await stop()
})

test('of a database that does not answer, the message has host and reason, and neither user nor password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://asha:hunter2@127.0.0.1:1/gamla' })
  await assert.rejects(openPostgres(config, silentLog), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /^DATABASE_URL .*127\.0\.0\.1:1 .*ECONNREFUSED/)
    assert.doesNotMatch(error.message, /asha|hunter2/)
    return true
  })
})

test('the socket lies in the data folder unless its path would be too long for a socket', () => {
  assert.equal(socketFolderFor('/srv/gamla'), '/srv/gamla/postgres-socket')
  const [long, other] = ['a', 'b'].map((name) => socketFolderFor(`/srv/${name.repeat(90)}`))
  assert.ok(long && Buffer.byteLength(`${long}/.s.PGSQL.5432`) <= 103)
  assert.notEqual(long, other)
  // Bytes count, not characters.
  assert.notEqual(socketFolderFor(`/srv/${'गमला'.repeat(8)}`), `/srv/${'गमला'.repeat(8)}/postgres-socket`)
})

test('a user reaches a path only through folders that let others in', async () => {
  const stranger = { uid: 54321, gid: 54321 }
  await mkdir(join(folder, 'closed/inside'), { recursive: true })
  await chmod(folder, 0o755)
  assert.equal(await canReach(stranger, join(folder, 'closed')), true)
  await chmod(join(folder, 'closed'), 0o700)
  assert.equal(await canReach(stranger, join(folder, 'closed/inside')), false)
  const { uid, gid } = await stat(folder)
  assert.equal(await canReach({ uid, gid }, join(folder, 'closed/inside')), true)
})

async function ask(connectionString: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}
