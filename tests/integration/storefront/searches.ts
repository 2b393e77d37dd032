import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#tests/support/process.ts'
import { fillForm, mainOf, sharedStorefront, shownIds } from '#tests/support/storefront.ts'

const PATH = '/adminDashboard/searches'

test('a typing mistake and a word that means the same are answered below what was found', async () => {
  const shop = await sharedStorefront()
  for (const query of ['cubbe', 'matka']) {
    const { status, html, text } = await shop.ask(`/search?q=${encodeURIComponent(query)}`)
    assert.equal(status, 200)
    assert.match(text, /No pots found\. .*Similar results/, query)
    assert.ok(shownIds(html).length > 0, query)
  }
  const { html, text } = await shop.ask('/search?q=cubbe')
  assert.match(text, /Did you mean cubee \?/)
  assert.ok(mainOf(html).includes('href="/search?q=cubee"'))

  const more = await shop.ask('/search?q=cube')
  assert.match(more.text, /Results for “cube” \d+ pots Sort by/)
  assert.doesNotMatch(more.text, /Similar results/)
  const eight = await shop.sql<{ id: string }>(
    "select id from products where approved and on_sale and title ilike '%cube%' order by id desc limit 8",
  )
  assert.deepEqual(
    shownIds(more.html).slice(0, 8),
    eight.map(({ id }) => Number(id)),
  )
  assert.equal(new Set(shownIds(more.html)).size, shownIds(more.html).length)
  // While somebody types, only what was found is shown.
  assert.doesNotMatch((await shop.ask('/search?q=cubbe&typed=1')).text, /Similar results|Did you mean/)
})

test('the results of a search have the head of the other lists: number, sort order, filters and pages', async () => {
  const shop = await sharedStorefront()
  for (let at = 0; at < 9; at += 1) await shop.makeProduct({ title: `Okapi Vessel ${at}`, price: 500 + at })
  const { html, text } = await shop.ask('/search?q=okapi&sort=highToLow')
  assert.match(text, /Results for “okapi” 9 pots Sort by .*Best match first/)
  assert.match(html, /<input[^>]* name="q"[^>]* value="okapi"/)
  assert.equal(shownIds(html).length, 8)
  const next = await shop.ask('/search?q=okapi&sort=highToLow&page=2')
  assert.match(next.text, /Okapi Vessel 0/)
  assert.ok(mainOf(next.html).includes('href="/search?q=okapi&amp;sort=highToLow"'))
  const [sold] = shownIds(html)
  await shop.sql('update products set delivered_at = now() where id = $1', [sold])
  await until('the Sold one last', async () => shownIds((await shop.ask('/search?q=okapi&page=2')).html)[0] === sold)
  const none = await shop.ask('/search?q=okapi&price=500000-')
  assert.match(none.text, /0 pots .*No pots match your filters/)
})

test('words that name a page of the shop lead to it, above the products', async () => {
  const shop = await sharedStorefront()
  for (const [query, path] of [
    ['warranty', '/warranty'],
    ['contact', '/contactUs'],
    ['returns', '/refund-policy'],
  ] as const)
    assert.ok(mainOf((await shop.ask(`/search?q=${query}`)).html).includes(`href="${path}"`), query)
})

test('the owner sees searches with no results, adds a synonym, and clears the list', async () => {
  const shop = await sharedStorefront()
  const cookie = await shop.sessionOf('admin')
  for (const query of ['Zardozi  Lota', 'zardozi lota', 'call 98450 00012', 'meera@gamla.example'])
    await shop.ask(`/search?q=${encodeURIComponent(query)}`)
  for (const part of ['z', 'zardoz']) await shop.ask(`/search?q=${part}&typed=1`)
  const { id, shownBefore } = await until('the search', async () => {
    const [row] = await shop.sql<{ id: string; times: number }>(
      "select id, times from missed_searches where words = 'zardozi lota' and times = 2",
    )
    const { text } = await shop.ask(`${PATH}?q=zardozi`, { cookie })
    return row && text.includes('zardozi lota') ? { id: row.id, shownBefore: text } : undefined
  })
  assert.match(shownBefore, /zardozi lota .*2 times .*No .*Add synonym/)
  const all = await shop.sql<{ words: string }>('select words from missed_searches')
  for (const { words } of all) assert.doesNotMatch(words, /98450|@|^zardoz$/)

  await shop.makeProduct({ title: 'Quartz Vessel' })
  const page = await shop.ask(`${PATH}?word=zardozi+lota`, { cookie })
  const { fields } = fillForm(page.html, 'Add synonym', { 'Means the same as': 'Vessel' })
  assert.deepEqual(fields, { intent: 'add-synonym', word: 'zardozi lota', means: 'Vessel' })
  assert.equal((await shop.ask(PATH, { cookie, form: fields })).status, 302)
  await until('the synonym', async () => (await shop.ask('/search?q=zardozi+lota')).text.includes('Quartz Vessel'))
  for (const [word, means, sentence] of [
    ['zardozi lota', 'vessel', 'This means the same as “vessel” already'],
    ['', 'vessel', 'Enter a word that people search for'],
    ['lota', ',', 'Enter a word that your products have'],
  ] as const) {
    const refused = await shop.ask(PATH, { cookie, form: { intent: 'add-synonym', word, means } })
    assert.equal(refused.status, 400)
    assert.ok(refused.text.includes(sentence) && refused.html.includes('aria-invalid="true"'), sentence)
  }

  const { headers } = await shop.ask('/adminDashboard/export/searches', { cookie })
  assert.match(headers.get('content-disposition') ?? '', /searches-.*\.csv/)

  assert.equal((await shop.ask(PATH, { cookie, form: { intent: 'delete', id } })).status, 200)
  assert.equal((await shop.ask(PATH, { cookie, form: { intent: 'delete', id } })).status, 409)
  const asked = await shop.ask(PATH, { cookie, form: { intent: 'clear' } })
  assert.match(asked.text, /Clear the whole list\?/)
  await shop.sql("insert into missed_searches (words, times, is_similar_shown) values ('still there', 1, false)")
  assert.equal((await shop.ask(PATH, { cookie, form: { intent: 'clear', confirmed: 'yes' } })).status, 200)
  assert.deepEqual(await shop.sql("select from missed_searches where words = 'still there'"), [])
  await shop.sql("delete from settings where name = 'synonyms'")
})
