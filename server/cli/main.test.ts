import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAuth } from '#server/accounts/auth.ts'
import { findAccount } from '#server/accounts/queries.ts'
import { logIn } from '#server/accounts/sessions.ts'
import { signUp } from '#server/accounts/signup.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { type CommandResult, runApart, runHere } from '#tests/support/command.ts'
import { addReceipt } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'

const database = await testDatabase()
const { db, pool } = connect(database.url, silentLog)
const dataDir = await mkdtemp(join(tmpdir(), 'gamla-cli-'))
after(async () => {
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const place = { DATABASE_URL: database.url, DATA_DIR: dataDir }

/** `npm run shop -- …` on the test's database. */
function run(...args: string[]): Promise<CommandResult> {
  return runHere(place, args)
}

async function logInAs(email: string, password: string) {
  const auth = createAuth({
    secret: 'a secret for tests, long enough to sign with',
    publicUrl: undefined,
  })
  return logIn({ db, auth }, { email, password }, new Request('http://localhost/login'))
}

test('create-admin makes an admin, and shows the password once', async () => {
  const made = await run('create-admin', 'Boss@Gamla.example', '--name', 'The Boss')
  const password = /^Password \(shown only once\): (\S+)$/m.exec(made.out)?.[1] ?? ''
  const entered = await logInAs('boss@gamla.example', password)
  assert.ok(entered.ok)
  assert.deepEqual([entered.user.name, entered.user.role], ['The Boss', 'admin'])
  assert.equal((await findAccount(db, 'boss@gamla.example'))?.isEmailConfirmed, true)

  const { rows } = await pool.query("select actor_email, action, subject from audit where action like '% admin'")
  assert.deepEqual(rows, [
    { actor_email: 'command line', action: 'create admin', subject: `user ${entered.user.userId}` },
  ])
})

test('create-admin says before that an address is not confirmed', async () => {
  assert.ok((await signUp({ db }, { name: 'Stranger', email: 'head@gamla.example', password: 'monsoon' })).ok)
  const { out } = await run('create-admin', 'head@gamla.example')
  assert.match(out, /^head@gamla\.example is not confirmed: the person who signed up with it may not own it\./)
  assert.ok(out.indexOf('is not confirmed') < out.indexOf('is now an admin'))
  assert.equal((await findAccount(db, 'head@gamla.example'))?.isEmailConfirmed, true)
})

test('set-password sets a new one, shows it once, and ends the sessions', async () => {
  const person = { name: 'Kavya', email: 'forgetful@gamla.example', password: 'forgotten' }
  assert.ok((await signUp({ db }, person)).ok)
  assert.ok((await logInAs(person.email, person.password)).ok)
  const made = await run('set-password', 'Forgetful@Gamla.example')
  assert.equal(made.code, 0, made.err)
  assert.match(made.out, /^The old password of forgetful@gamla\.example no longer works, and 1 session ended\.$/m)
  const password = /^Password \(shown only once\): (\S+)$/m.exec(made.out)?.[1] ?? ''
  assert.deepEqual(await logInAs(person.email, person.password), { ok: false })
  const entered = await logInAs(person.email, password)
  assert.deepEqual(entered.ok && entered.user.role, 'user')
  assert.doesNotMatch(made.err, new RegExp(password))
  assert.deepEqual(
    eventsIn(made.err).map(({ event }) => event),
    ['command', 'password-changed'],
  )
  const unknown = await run('set-password', 'nobody.else@gamla.example')
  assert.deepEqual([unknown.code, unknown.out], [1, ''])
  assert.match(unknown.err, /^No account has the address nobody\.else@gamla\.example\.$/m)
})

test('create-admin takes an account over that is there already: new password, no session left, and it says so', async () => {
  // A stranger has signed up with the address of somebody who is to be admin.
  const stranger = { name: 'Stranger', email: 'chief@gamla.example', password: 'known to the stranger' }
  assert.ok((await signUp({ db }, stranger)).ok)
  const [here, there] = [
    await logInAs(stranger.email, stranger.password),
    await logInAs(stranger.email, stranger.password),
  ]
  assert.ok(here.ok && there.ok)
  const { userId } = here.user

  let password = stranger.password
  for (const [before, sentence] of [
    ['user', /^chief@gamla\.example was a user and is now an admin\.$/m],
    ['admin', /^chief@gamla\.example was already an admin\.$/m],
  ] as const) {
    const made = await run('create-admin', 'Chief@gamla.example')
    assert.equal(made.code, 0, made.err)
    assert.match(made.out, sentence)
    assert.match(made.out, /^The old password no longer works, and \d sessions? ended\.$/m)
    assert.deepEqual(await logInAs(stranger.email, password), { ok: false })
    assert.deepEqual((await pool.query('select from session where user_id = $1', [userId])).rows, [])
    const changes = await pool.query('delete from outbox where change is not null returning change')
    assert.ok(changes.rows.some(({ change }) => change === `session ${userId}`))

    password = /^Password \(shown only once\): (\S+)$/m.exec(made.out)?.[1] ?? ''
    const owner = await logInAs(stranger.email, password)
    assert.deepEqual(owner.ok && [owner.user.userId, owner.user.role], [userId, 'admin'])
    const { rows } = await pool.query('select before, after from audit where subject = $1 order by id desc limit 1', [
      `user ${userId}`,
    ])
    assert.equal(rows[0].before.role, before)
    assert.deepEqual(rows[0].after, { role: 'admin', password: 'new', endedSessions: before === 'user' ? 2 : 1 })

    const events = eventsIn(made.err)
    assert.deepEqual(
      events.map(({ event, account }) => [event, account]),
      [
        ['command', userId],
        ['password-changed', userId],
      ],
    )
    assert.ok(!made.err.includes(password))
  }
})

/** Its lines in the security log. */
function eventsIn(text: string) {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ channel }) => channel === 'security')
}

test('seed fills an empty database, and no other', async () => {
  const filled = await run('seed')
  assert.deepEqual([filled.code, eventsIn(filled.err).map(({ command }) => command)], [0, ['seed']])
  const again = await run('seed')
  assert.deepEqual([again.code, again.err], [1, 'The database already contains a shop. Nothing was added.\n'])
})

test('backup writes one file, and restore makes the same shop of it in an empty database', async () => {
  const file = join(dataDir, 'shop.tar.gz')
  const empty = await testDatabase({ blank: true })
  await addReceipt(db, 'GM/26-27/00041')
  const made = await run('backup', file)
  assert.match(made.out, /^Backed up \d+ tables and 0 images to .*shop\.tar\.gz$/m)
  assert.deepEqual([made.code, eventsIn(made.err).map(({ command }) => command)], [0, ['backup']])
  assert.match((await run('backup', file)).err, /already exists\. Choose another file\.\n$/)
  assert.match(
    (await run('restore', file)).err,
    /^The database already contains a shop\. Restore into an empty one[^\n]*\n$/,
  )

  const restored = await runHere({ DATABASE_URL: empty.url, DATA_DIR: join(dataDir, 'empty') }, ['restore', file])
  assert.match(restored.out, /^Restored \d+ tables.*\nIts last invoice is GM.26-27.00041\. .* both prefixes/m)
  assert.deepEqual(
    eventsIn(restored.err).map(({ command }) => command),
    ['restore'],
  )
  const other = connect(empty.url, silentLog)
  for (const table of ['products', 'order_lines', '"user"', 'audit']) {
    // Each of them has a record of what made it.
    const text = `select t::text from ${table} as t where t::text !~ '"?(back up|restore a backup)"?,shop' order by 1`
    assert.deepEqual((await other.pool.query(text)).rows, (await pool.query(text)).rows, table)
  }
  const records = 'select actor_id, action from audit order by id desc limit 1'
  assert.deepEqual((await other.pool.query(records)).rows, [{ actor_id: 'command line', action: 'restore a backup' }])
  assert.deepEqual((await pool.query(records)).rows, [{ actor_id: 'command line', action: 'back up' }])
  await other.pool.end()
  await empty.drop()
})

test('new makes an empty shop, shows the password once, and refuses a shop that holds anything', async () => {
  const other = await testDatabase({ blank: true })
  const place = { DATABASE_URL: other.url, DATA_DIR: dataDir }
  try {
    const words = ['new', '--name', 'Lamp House', '--admin', 'Mira@Lamps.example']
    const made = await runHere(place, words)
    assert.equal(made.code, 0, made.err)
    assert.match(
      made.out,
      /^Made the empty shop Lamp House with the admin mira@lamps\.example\. Start it with npm start\.$/m,
    )
    const password = /^Password \(shown only once\): (\S{15,})$/m.exec(made.out)?.[1] ?? ''
    assert.ok(password !== '' && !made.err.includes(password))
    assert.deepEqual(
      eventsIn(made.err).map(({ command }) => command),
      ['new'],
    )
    const again = await runHere(place, words)
    assert.match(again.out, /^The shop is empty still\. It is called Lamp House now, and the old password/)
    for (const args of [['seed'], ['new', '--name', 'Lamp House', '--admin', 'anu@lamps.example']]) {
      const refused = await runHere(place, args)
      assert.deepEqual([refused.code, refused.out], [1, ''])
      assert.match(refused.err, /^The database already (contains a shop|holds accounts)\. [^\n]+\n$/)
    }
  } finally {
    await other.drop()
  }
})

test('backup-nightly writes a dated backup, and rehearse-restore proves that the newest one can be restored', async () => {
  const folder = join(dataDir, 'backups')
  const made = await run('backup-nightly', folder)
  assert.equal(made.code, 0, made.err)
  assert.match(made.out, /^Backed up \d+ tables and 0 images to \S+\/backups\/shop-[\dTZ-]+\.tar\.gz$/m)
  const rehearsed = await run('rehearse-restore', folder)
  assert.equal(rehearsed.code, 0, rehearsed.err)
  assert.match(rehearsed.out, /restores \d+ tables with \d{3} rows and 0 images, as they were backed up\.\n$/)
  assert.equal(eventsIn(rehearsed.err).at(-1)?.command, 'rehearse-restore')

  const [name = ''] = await readdir(folder)
  const bytes = await readFile(join(folder, name))
  await writeFile(join(folder, name), bytes.subarray(0, bytes.length - 100))
  const broken = await run('rehearse-restore', folder)
  assert.equal(broken.code, 1)
  assert.match(broken.err, /is damaged or not a backup/)
})

test('reset-second-factor removes every second factor and session of one account, and is audited', async () => {
  const email = 'lost@gamla.example'
  assert.match((await run('reset-second-factor', email)).err, /^No account has the address lost@gamla\.example\.\n$/)
  assert.match((await run('reset-second-factor')).err, /^Enter one email address/)
  await run('create-admin', email)
  const owner = 'select id from "user" where email = $1'
  await pool.query(`update "user" set two_factor_enabled = true where email = $1`, [email])
  await pool.query(`insert into two_factor (id, secret, backup_codes, user_id) values ('lost', '', '[]', (${owner}))`, [
    email,
  ])
  await pool.query(
    `insert into session (id, token, user_id, expires_at) values ('lost', 'lost', (${owner}), now() + interval '1 day')`,
    [email],
  )
  const reset = await run('reset-second-factor', 'Lost@Gamla.example')
  assert.match(reset.out, /logs in without a second factor now, and 1 session ended\.\n$/)
  assert.deepEqual(
    eventsIn(reset.err).map(({ command }) => command),
    ['reset-second-factor'],
  )
  const { rows } = await pool.query(
    `select two_factor_enabled as enabled, (select count(*)::int from two_factor) as factors,
       (select after from audit where action = 'reset second factor') as after from "user" where email = $1`,
    [email],
  )
  assert.deepEqual(rows, [{ enabled: false, factors: 0, after: { endedSessions: 1 } }])
})

test('a database from a newer version is refused in one line', async () => {
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)")
  const apart = await runApart(place, ['seed'])
  for (const { code, out, err } of [apart, await run('backup', join(dataDir, 'b.tar.gz'))]) {
    assert.deepEqual([code, out, err.trim().split('\n').length], [1, '', 1])
    assert.match(err, /^The database was made by a newer version of the shop/)
  }
  await pool.query("delete from drizzle.__drizzle_migrations where hash = 'future'")
})

test('help lists the commands', async () => {
  const help = await run('help')
  const commands = ['create-admin', 'set-password', 'reset-second-factor'].map((name) => `${name} EMAIL`)
  for (const command of [...commands, 'new --name', 'seed', 'backup FILE', 'backup-nightly FOLDER', 'restore FILE'])
    assert.ok(help.out.includes(command))
  assert.deepEqual(await run(), help)
})

test('a wrong word gets one line that says what to write', async () => {
  for (const [args, sentence] of [
    [['dance'], /^Unknown command: dance/],
    [['seed', 'everything'], /^Unknown command: seed everything/],
    [['backup'], /^Enter one file: backup FILE/],
    [['restore', 'a', 'b'], /^Enter one file: restore FILE/],
    [['create-admin'], /^Enter one email address/],
    [['create-admin', 'nobody'], /^Enter an email such as/],
    [['create-admin', 'a@b.example', '--admin', 'c@d.example'], /^Only the command new has an option --admin/],
    [['new', '--name', 'Lamp House'], /^Enter a name and an email address: new --name/],
    [['new', '--name', ' ', '--admin', 'nobody'], /^Enter the name of the shop\. Enter an email such as/],
    [['backup-nightly'], /^Enter one folder: backup-nightly FOLDER/],
    [['rehearse-restore', '/nowhere/at/all'], /^Folder not found: /],
    [['seed', '--products', '5'], /^Unknown option '--products'/],
  ] as const) {
    const { code, out, err } = await run(...args)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, sentence)
    assert.equal(err.trim().split('\n').length, 1)
  }
})
