import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { isFieldText, readText, writeText } from '#domain/texts/text-fields.ts'
import { TEXT_MAX, TEXT_NAMES } from '#domain/texts/texts.ts'
import { insertUploads } from '#server/catalog/images/queries.ts'
import { connect } from '#server/db/connection.ts'
import { openChangeFeed } from '#server/live/change-feed.ts'
import { silentLog } from '#server/observability/log.ts'
import type { Shop } from '#server/shop.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'
import { until } from '#tests/support/process.ts'
import { defaultMarkdown, getCurrentText, listTextStates, listTextVersions, listUnreadTexts } from './queries.ts'
import { restoreText, saveText } from './save.ts'
import { openTexts } from './texts.ts'

const database = await testDatabase()
const changeFeed = await openChangeFeed(database.url, silentLog)
const { db, pool } = connect(database.url, silentLog, 10, changeFeed.relaySoon)
const stored = new Set<string>()
let settings: Settings = defaultSettings
const ownSettings = { read: async () => settings }
const texts = openTexts(db, changeFeed, ownSettings)
const shop = {
  config: { publicUrl: 'https://gamla.example' },
  db,
  settings: ownSettings,
  texts,
  images: { has: async (key: string) => stored.has(key) },
} as unknown as Shop
const admin = await addUser(db, 'admin')

after(async () => {
  await changeFeed.close()
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  settings = defaultSettings
  await pool.query('truncate texts')
  await pool.query('delete from uploads')
})

const FAQ = '# Questions\n\nIntro.\n\n## One?\n\nYes.'
const save = (opened: number, markdown = FAQ) => saveText(shop, admin, { name: 'faq', opened, markdown })

test('every save adds a version, nothing is overwritten, and the highest is shown', async () => {
  assert.deepEqual(await getCurrentText(db, 'faq'), { version: 0, markdown: defaultMarkdown('faq') })
  assert.deepEqual(await save(0), { ok: true })
  assert.deepEqual(await save(1, `${FAQ}\r\n\r\nMore.\u0000  `), { ok: true })
  assert.deepEqual(await getCurrentText(db, 'faq'), { version: 2, markdown: `${FAQ}\n\nMore.` })
  const versions = await listTextVersions(db, 'faq')
  assert.deepEqual(
    versions.map(({ version, author }) => [version, author]),
    [
      [2, admin.name],
      [1, admin.name],
    ],
  )
  assert.equal((await listTextStates(db)).get('faq')?.version, 2)
})

test('saving what is already shown adds nothing, except that keeping the default counts as reading it', async () => {
  // Nobody has to read an empty one.
  const written = TEXT_NAMES.filter((name) => name !== 'privacy-addition')
  assert.deepEqual(await listUnreadTexts(db), written)
  assert.deepEqual(await save(0, defaultMarkdown('faq')), { ok: true })
  assert.deepEqual(
    await listUnreadTexts(db),
    written.filter((name) => name !== 'faq'),
  )
  assert.deepEqual(await save(1, defaultMarkdown('faq')), { ok: true })
  assert.equal((await getCurrentText(db, 'faq')).version, 1)
})

test('of two admins who save at once the second is told, and nothing of theirs is stored', async () => {
  const answers = await Promise.all([save(0), save(0, `${FAQ}\n\nTheirs.`), save(0, `${FAQ}\n\nThird.`)])
  assert.equal(answers.filter(({ ok }) => ok).length, 1)
  const current = await getCurrentText(db, 'faq')
  for (const answer of answers.filter(({ ok }) => !ok))
    assert.deepEqual(answer, { ok: false, reason: 'conflict', current })
  assert.equal((await listTextVersions(db, 'faq')).length, 1)
  assert.deepEqual(await restoreText(shop, admin, { name: 'faq', opened: 0, version: 0 }), {
    ok: false,
    reason: 'conflict',
    current,
  })
})

test('restoring an earlier version or the default makes a new version of it', async () => {
  await save(0)
  await save(1, `${FAQ}\n\nMore.`)
  const restore = (opened: number, version: number) => restoreText(shop, admin, { name: 'faq', opened, version })
  assert.deepEqual(await restore(2, 1), { ok: true })
  assert.deepEqual(await getCurrentText(db, 'faq'), { version: 3, markdown: FAQ })
  assert.deepEqual(await restore(3, 0), { ok: true })
  assert.deepEqual(await getCurrentText(db, 'faq'), { version: 4, markdown: defaultMarkdown('faq') })
  assert.deepEqual(await restore(4, 9), { ok: false, reason: 'not-found' })
  assert.deepEqual(await restore(4, 4), { ok: true })
  assert.equal((await getCurrentText(db, 'faq')).version, 4)
})

test('the wording of a message has versions too: refused with its reason, told of others, said at once, and restored', async () => {
  const name = 'wordings/paid-now'
  const saveWording = (opened: number, markdown: string) => saveText(shop, admin, { name, opened, markdown })
  assert.deepEqual(await saveWording(0, 'We got {{amout}}.'), {
    ok: false,
    reason: 'problems',
    problems: ['{{amout}} is not one of the placeholders of this message.'],
  })
  assert.deepEqual(await saveWording(0, 'We got {{amount}}.\r\n\u202eThanks from {{shop}}! '), { ok: true })
  const current = { version: 1, markdown: 'We got {{amount}}.\nThanks from {{shop}}!' }
  assert.deepEqual(await saveWording(0, 'Mine.'), { ok: false, reason: 'conflict', current })
  const values = { amount: '₹5', order: '7' }
  const said = async () => (await texts.say())('paid-now', values)
  await until('it is said', async () => (await said()) === 'We got ₹5.\nThanks from Gamla!')
  assert.deepEqual(await restoreText(shop, admin, { name, opened: 1, version: 0 }), { ok: true })
  await until('the default is said', async () =>
    (await said()).startsWith('We received your payment of ₹5 for order 7'),
  )
  // Of a newer version of the shop that knows other placeholders.
  await pool.query(
    `insert into texts (name, version, markdown) values ('wordings/paid-now', 3, '{{gone}}'), ('wordings/x', 1, '')`,
  )
  await until('it is read again', async () => (await getCurrentText(db, name)).version === 3)
  assert.match(await said(), /^We received/)
  const { rows } = await pool.query(`select action from audit where subject = 'wording paid-now' order by id`)
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['change text', 'restore text'],
  )
})

test('each change is in the audit, with the version before and after', async () => {
  await pool.query(`select setval(pg_get_serial_sequence('audit', 'id'), 500)`)
  await save(0)
  await restoreText(shop, admin, { name: 'faq', opened: 1, version: 0 })
  const { rows } = await pool.query(
    'select action, subject, before, after, actor_id as actor from audit where id > 500 order by id',
  )
  const entry = { subject: 'text faq', actor: admin.userId }
  assert.deepEqual(rows, [
    { ...entry, action: 'change text', before: { version: 0 }, after: { version: 1 } },
    { ...entry, action: 'restore text', before: { version: 1 }, after: { version: 2, from: 0 } },
  ])
})

test('a text with an unknown placeholder, a script’s address or too many characters is refused by name', async () => {
  const long = `${FAQ}\n\n${'x'.repeat(TEXT_MAX)}`
  for (const [markdown, problem] of [
    [FAQ.replace('Yes', '{{shopp}}'), '{{shopp}} is not one of the placeholders.'],
    [
      FAQ.replace('Yes', '[x](javascript:x)'),
      'Line 7: a link leads to https://…, mailto:…, tel:… or a page such as /contactUs.',
    ],
    [long, `Use at most 50,000 characters. This text has ${long.length.toLocaleString('en-IN')}.`],
  ] as const)
    assert.deepEqual(await save(0, markdown), { ok: false, reason: 'problems', problems: [problem] })
  assert.equal((await getCurrentText(db, 'faq')).version, 0)
})

test('a saved text keeps its uploaded picture; one that was cleaned up meanwhile is refused', async () => {
  const banner = (picture: string) =>
    saveText(shop, admin, {
      name: 'banner',
      opened: 0,
      markdown: `# Slides\n\n## One\n\n![](${picture})\n\n[See](/allproduct)`,
    })
  assert.deepEqual(await banner('/productImages/1-gone'), {
    ok: false,
    reason: 'problems',
    problems: ['The picture /productImages/1-gone is no longer available. Upload it again.'],
  })
  stored.add('productImages/1-terrace/320.webp')
  await insertUploads(db, ['productImages/1-terrace', 'productImages/2-other'])
  assert.deepEqual(await banner('/productImages/1-terrace'), { ok: true })
  const { rows } = await pool.query('select folder from uploads')
  assert.deepEqual(rows, [{ folder: 'productImages/2-other' }])
})

test('another process shows a saved text as soon as it hears of it, and a changed setting too', async () => {
  assert.equal((await texts.read('faq')).title, 'Questions and answers')
  await save(0)
  await until('the text is read again', async () => (await texts.read('faq')).title === 'Questions')
  assert.equal((await texts.read('reasons')).heading, 'Why choose Gamla')
  settings = { ...defaultSettings, shopName: 'Diya' }
  await pool.query(`insert into settings (name, value) values ('shopName', '"Diya"')`)
  await until('the name is read again', async () => (await texts.read('reasons')).heading === 'Why choose Diya')
})

test('a text outlives the account that wrote it', async () => {
  const leaving = await addUser(db, 'admin')
  await saveText(shop, leaving, { name: 'faq', opened: 0, markdown: FAQ })
  await pool.query('delete from "user" where id = $1', [leaving.userId])
  assert.deepEqual(
    (await listTextVersions(db, 'faq')).map(({ version, author }) => [version, author]),
    [[1, null]],
  )
})

test('the texts that are written in fields are the same documents after they were opened so', () => {
  for (const name of TEXT_NAMES.filter(isFieldText)) {
    const fields = readText(name, defaultMarkdown(name))
    assert.ok(fields, name)
    assert.ok(fields.parts.length > 2, name)
    assert.equal(writeText(fields), defaultMarkdown(name).trim())
  }
})
