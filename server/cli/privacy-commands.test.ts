import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { type CommandResult, runHere } from '#tests/support/command.ts'
import { openFilledDatabase } from '#tests/support/upgrade/fill-tables.ts'

const filled = await openFilledDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'gamla-cli-'))
after(async () => {
  await filled.close()
  await rm(dataDir, { recursive: true })
})
for (const table of ['audit', 'orders'])
  await filled.client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 10000)`)

/** `npm run shop -- …` on the test's database. */
function run(...args: string[]): Promise<CommandResult> {
  return runHere({ DATABASE_URL: filled.url, DATA_DIR: dataDir }, args)
}

async function list(...args: string[]): Promise<Record<string, string>> {
  const { code, out, err } = await run('breach-list', ...args)
  assert.equal(code, 0, err)
  const rows: { name: string; email: string; data: string }[] = parse(out, { columns: true })
  return Object.fromEntries(rows.map(({ name, email, data }) => [`${name} ${email}`, data]))
}

const MEERA = 'Meera Nair meera@gamla.example'

test('breach-list session: a shopper’s shows their own, a seller’s the buyers’ names, an admin’s everybody', async () => {
  assert.deepEqual(await list('session', 'e1'), { [MEERA]: 'everything of this account' })
  // A seller’s session that has ended, by the account’s ID.
  assert.deepEqual(await list('session', 's1'), {
    [MEERA]: 'orders of this seller’s pots (name)',
    'रवि ravi@gamla.example': 'everything of this account',
  })
  const seen = await list('session', 'a1')
  for (const kind of ['account', 'orders', 'messages', 'requests', 'emails'])
    assert.match(seen[MEERA] ?? '', new RegExp(`\\b${kind} \\(`))
  assert.match(seen['रवि ravi@gamla.example'] ?? '', /account.*pots sold/)
  assert.match((await run('breach-list', 'session', 'nobody')).err, /^There is no session nobody\. If it has ended/m)
})

test('breach-list export: what the table held at that time', async () => {
  const insert = `insert into audit (id, actor_id, actor_email, action, subject, time) values
    (501, 'a1', 'asha@gamla.example', 'export table', 'table orders', now()),
    (502, 'a1', 'asha@gamla.example', 'export table', 'table orders', '2020-01-01'),
    (503, 'u1', 'meera@gamla.example', 'download own data', 'user u1', now())`
  await filled.client.query(insert)
  assert.deepEqual(await list('export', '501'), { [MEERA]: 'orders (name, email, address, phone number)' })
  assert.deepEqual(await list('export', '502'), {})
  assert.deepEqual(await list('export', '503'), { [MEERA]: 'everything of this account' })
  assert.match((await run('breach-list', 'export', '1')).err, /^Entry 1 of the audit log is no export\.$/m)
})

test('breach-list backup: of a file everybody in it, deleted accounts too; of a time everybody who was there', async () => {
  const file = join(dataDir, 'shop.tar.gz')
  assert.equal((await run('backup', file)).code, 0)
  const inFile = await list('backup', file)
  assert.match(inFile[MEERA] ?? '', /saved addresses/)
  assert.deepEqual(inFile, await list('backup', new Date().toISOString()))
  assert.deepEqual(await list('backup', '2019-01-01'), {})
  assert.match((await run('breach-list', 'backup', 'nothing')).err, /^nothing is neither a file nor a time\.$/m)

  const refused = await run('erase', 'Meera@gamla.example')
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^Not deleted\. Order 1001 is not delivered yet\./m)
  await filled.client.query(
    `update orders set status = 'delivered', cancel = 'none', delivered_at = now() where status <> 'delivered'`,
  )
  await filled.client.query(`update refunds set state = 'processed'`)
  await filled.client.query(`update return_requests set state = 'withdrawn'`)
  await filled.client.query('delete from open_deliveries')
  await filled.client.query(`update counter_refunds set paid_back_on = current_date, paid_back_reference = 'UTR1'`)
  const erased = await run('erase', 'Meera@gamla.example')
  assert.equal(erased.code, 0, erased.err)
  assert.match(erased.out, /^Deleted account u1\. 5 orders and 0 pots stay, without a name\.$/m)
  assert.match((await run('erase', 'u1')).err, /^There is no account u1\.$/m)
  const { rows } = await filled.client.query(`select actor_email, subject from audit where action = 'delete account'`)
  assert.deepEqual(rows, [{ actor_email: 'command line', subject: 'user u1' }])

  assert.deepEqual(await list('backup', file), inFile)
  assert.equal((await list('backup', new Date().toISOString()))[MEERA], undefined)
})
