import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { User } from '#domain/accounts/user.ts'
import type { AuditFilter } from '#domain/admin-lists.ts'
import { AUDIT_ACTIONS } from '#domain/audit/sentences.ts'
import { COMMAND_LINE, insertAudit, SCHEDULE } from '#server/db/audit-queries.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { db } from '#tests/support/fixtures/order-fixture.ts'
import { sql } from '#tests/support/fixtures/shipment-fixture.ts'
import { listAudit } from './audit-queries.ts'

let asha: User
let ravi: User

before(async () => {
  asha = await addUser(db, 'admin')
  ravi = await addUser(db)
  await sql('update "user" set name = $2 where id = $1', [asha.userId, 'Asha Rao'])
  await sql('update "user" set name = $2 where id = $1', [ravi.userId, 'Ravi Nair'])
  await db.transaction(async (tx) => {
    const lines = [{ position: 0, quantity: 2 }]
    await insertAudit(tx, asha, { action: 'dispatch order', subject: 'order 1016', after: { lines } })
    await insertAudit(tx, asha, {
      action: 'change role',
      subject: `user ${ravi.userId}`,
      before: { role: 'user' },
      after: { role: 'seller' },
    })
    await insertAudit(tx, ravi, { action: 'change password', subject: `user ${ravi.userId}` })
    await insertAudit(tx, COMMAND_LINE, { action: 'back up', subject: 'shop' })
    await insertAudit(tx, SCHEDULE, { action: 'cancel unconfirmed order', subject: 'order 1017' })
    await insertAudit(tx, { userId: 'gone', email: 'deleted user' }, { action: 'delete account', subject: 'user gone' })
  })
  await sql(
    `insert into audit (actor_id, actor_email, action, subject, time)
     values ('x', 'x@gamla.example', 'deliver order', 'order 1', '2026-10-01 00:00+05:30'),
       ('x', 'x@gamla.example', 'deliver order', 'order 2', '2026-10-01 23:59+05:30'),
       ('x', 'x@gamla.example', 'deliver order', 'order 3', '2026-10-02 00:00+05:30')`,
  )
})

const read = async (filter: AuditFilter) =>
  (await listAudit(db, filter, {})).rows.map(({ who, did }) => `${who} ${did}`)

test('the audit reads as sentences', async () => {
  assert.deepEqual((await read({})).slice(3), [
    'A deleted user deleted an account',
    'The shop cancelled order 1017, which its buyer had not confirmed',
    'The command line made a backup',
    'Ravi Nair changed their password',
    'Asha Rao changed Ravi Nair’s role: user → seller',
    'Asha Rao dispatched order 1016: 2 items',
  ])
})

test('it is filtered by who, what and when', async () => {
  assert.equal((await read({ who: 'asha' })).length, 2)
  assert.equal((await read({ who: ravi.email })).length, 1)
  assert.equal((await read({ who: 'command' })).length, 1)
  assert.equal((await read({ who: 'the shop' })).length, 1)
  assert.equal((await read({ who: 'nobody at all' })).length, 0)
  assert.deepEqual(await read({ who: 'Asha', area: 'orders' }), ['Asha Rao dispatched order 1016: 2 items'])
  assert.equal((await read({ area: 'accounts' })).length, 3)
  assert.deepEqual(await read({ from: '2026-10-01', until: '2026-10-01' }), [
    'x@gamla.example delivered order 2',
    'x@gamla.example delivered order 1',
  ])
  assert.equal((await read({ until: '2026-10-02' })).length, 3)
  assert.equal((await read({ subject: 'order 1016' })).length, 1)
})

test('every action that the code records has a sentence', () => {
  const root = join(import.meta.dirname, '../..')
  const files = ['server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  const recorded = files
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .filter((code) => code.includes('insertAudit') || code.includes('recordInAudit'))
    .flatMap((code) => [...code.matchAll(/\baction: (?:[^`\n]*\? )?'([^']+)'(?: : '([^']+)')?/g)])
    .flatMap(([, ...actions]) => actions.filter((action) => action !== undefined))
  assert.ok(recorded.length > 40, `only ${recorded.length} were found`)
  assert.deepEqual(
    recorded.filter((action) => !(AUDIT_ACTIONS as string[]).includes(action)),
    [],
  )
})
