import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OwnPageValues, ownPagePath } from '#domain/texts/own-page.ts'
import { readRedirects } from '#server/seo/redirect-queries.ts'
import { listOwnPaths } from '#server/seo/sitemap-queries.ts'
import { openSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { openTexts } from '#server/texts/texts.ts'
import { db } from '#tests/support/fixtures/database-fixture.ts'
import { addUser } from '#tests/support/fixtures/factories.ts'
import { deleteOwnPage, saveOwnPage } from './own-pages.ts'
import { findOwnPage, findPageText, listMenu } from './queries.ts'

const unheard = { onChange() {}, isConnected: () => false }
const shop = { db } as unknown as Shop
const admin = await addUser(db, 'admin')
const texts = openTexts(db, unheard, openSettings(db, unheard))

function valuesOf(values: Partial<OwnPageValues>): OwnPageValues {
  return { title: 'Our workshop', address: 'workshop', text: 'Come *by*.', inMenu: false, ...values }
}

async function save(values: Partial<OwnPageValues>, opened?: { id: number; version: number }) {
  return saveOwnPage(shop, admin, { values: valuesOf(values), opened })
}

async function add(values: Partial<OwnPageValues>) {
  const saved = await save(values)
  assert.ok(saved.ok)
  const page = await findOwnPage(db, saved.id)
  assert.ok(page)
  return page
}

test('a page is shown with its title and its Markdown, is in menu and sitemap, and every version stays', async () => {
  const page = await add({ text: '> For search engines\n\nCome *by*.\n\n## Hours\n\nAll day.', inMenu: true })
  const shown = await texts.readPage(page)
  assert.deepEqual([shown.title, shown.description], ['Our workshop', 'For search engines'])
  assert.match(shown.intro, /Come <em>by<\/em>/)
  assert.match(shown.body, /<h2>Hours<\/h2>/)
  assert.ok((await listMenu(db)).some(({ to }) => to === '/pages/workshop'))
  assert.ok((await listOwnPaths(db)).includes('/pages/workshop'))
  assert.ok((await save({ text: 'Closed.', inMenu: true }, page)).ok)
  assert.equal((await findOwnPage(db, page.id))?.version, 2)
  assert.match((await findPageText(db, page.id, 1)) ?? '', /All day/)
  assert.equal(await deleteOwnPage(shop, admin, page.id), true)
  assert.equal(await deleteOwnPage(shop, admin, page.id), false)
  assert.ok(!(await listOwnPaths(db)).includes('/pages/workshop'))
})

test('an address that another page has is refused, and one that changes leads to the new one', async () => {
  const page = await add({ address: 'first' })
  assert.deepEqual(await save({ address: 'first' }), { ok: false, reason: 'address-taken' })
  await add({ address: 'taken' })
  assert.deepEqual(await save({ address: 'taken' }, page), { ok: false, reason: 'address-taken' })
  const moved = valuesOf({ address: 'second' })
  assert.ok((await save(moved, page)).ok)
  assert.equal((await readRedirects(db)).get('/pages/first'), ownPagePath(moved))
})

test('a save over a version that somebody else has saved is refused, also of the title alone', async () => {
  const page = await add({ address: 'conflict' })
  assert.ok((await save({ address: 'conflict', title: 'Theirs' }, page)).ok)
  const refused = await save({ address: 'conflict', title: 'Mine' }, page)
  assert.ok(!refused.ok && refused.reason === 'conflict' && refused.current.title === 'Theirs')
})

test('a text with a title of its own, a picture or a forbidden link is refused with its line', async () => {
  for (const text of [
    '# Title',
    '![](banner-1)',
    'See [here](javascript:alert(1))',
    'Dear {{nobody}}',
    'x'.repeat(50_001),
  ]) {
    const saved = await save({ address: 'refused', text })
    assert.ok(!saved.ok && saved.reason === 'text' && saved.problems.length > 0, text.slice(0, 40))
  }
})
