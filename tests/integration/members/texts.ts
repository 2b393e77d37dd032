// The texts of the shop, written without scripts: preview, refusal, two admins, earlier versions, pictures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { defaultMarkdown } from '#server/texts/queries.ts'
import { until } from '#tests/support/process.ts'
import {
  decodeEntities,
  fillForm,
  mainOf,
  type Storefront,
  sharedStorefront,
  textOf,
} from '#tests/support/storefront.ts'

const SETTINGS = '/adminDashboard/settings'
const EDITOR = `${SETTINGS}/texts/faq`
const FAQ = '# Answers\n\nAsk **us**, {{shop}}.\n\n## One?\n\nYes, within {{return-hours}} hours.'

async function openEditor() {
  const shop = await sharedStorefront()
  await removeTexts(shop)
  await until('the default is shown', async () => (await shop.ask('/faq')).text.includes('Are the pots really stone?'))
  const cookie = await shop.sessionOf('admin')
  async function send(intent: string, markdown: string, version?: string) {
    const { html } = await shop.ask(`${EDITOR}?as=markdown`, { cookie })
    const { fields } = fillForm(html, 'Save', { Text: markdown })
    return shop.ask(EDITOR, { cookie, form: { ...fields, intent, ...(version !== undefined && { version }) } })
  }
  return { shop, cookie, send }
}

/** The shop only ever adds versions, and tells the others of those. */
async function removeTexts(shop: Storefront): Promise<void> {
  await shop.sql('truncate texts')
  await shop.sql(`insert into outbox (change) values ('settings texts')`)
}

const typedIn = (html: string) => decodeEntities(/<textarea\b[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '').trim()
const previewIn = (html: string) =>
  textOf(/<section class="[^"]*\btext-preview"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '')

test('a text is previewed, saved, and on its page at once, title and description too', async () => {
  const { shop, cookie, send } = await openEditor()
  const opened = await shop.ask(EDITOR, { cookie })
  assert.equal(typedIn(opened.html), defaultMarkdown('faq'))
  assert.match(opened.text, /Default · shown now/)

  const previewed = await send('preview', FAQ)
  assert.equal(previewed.status, 200)
  assert.equal(typedIn(previewed.html), FAQ)
  assert.match(previewIn(previewed.html), /Answers Ask us , Gamla\. One\? Yes, within 48 hours\./)
  assert.match((await shop.ask('/faq')).text, /Are the pots really stone/)

  const saved = await send('save', FAQ)
  assert.equal(saved.status, 200)
  assert.match(saved.text, /Saved\./)
  await until('the page shows it', async () => (await shop.ask('/faq')).text.includes('Yes, within 48 hours.'))
  const { html } = await shop.ask('/faq')
  assert.match(html, /<title>Answers · Gamla<\/title>/)
  assert.match(html, /<meta name="description" content="Ask us, Gamla\."\/>/)
  assert.match(mainOf(html), /Ask <strong>us<\/strong>, Gamla\./)
  assert.match((await shop.ask(`${SETTINGS}/texts`, { cookie })).text, /Questions and answers Version 1, /)
})

test('what is wrong is named at the field, and everything typed is still there', async () => {
  const { shop, send } = await openEditor()
  const wrong = `${FAQ} {{shopp}} [x](javascript:alert(1)) <script>alert(1)</script>`
  const refused = await send('save', wrong)
  assert.equal(refused.status, 400)
  assert.equal(typedIn(refused.html), wrong)
  const [, described = ''] =
    /<textarea\b[^>]*aria-describedby="([^"]+)"[^>]*aria-invalid="true"/.exec(refused.html) ?? []
  assert.match(described, /markdown-error/)
  assert.match(refused.text, /Line 7: a link leads to https/)
  assert.match(refused.text, /\{\{shopp\}\} is not one of the placeholders\./)
  assert.doesNotMatch(mainOf(refused.html), /<script>|href="javascript/)
  assert.match((await shop.ask('/faq')).text, /Are the pots really stone/)
})

test('the second of two admins is told, keeps the words, and may save them over the others', async () => {
  const { shop, cookie, send } = await openEditor()
  await send('save', FAQ)
  const mine = `${FAQ}\n\nMine.`
  const conflict = await send('save', mine, '0')
  assert.equal(conflict.status, 409)
  assert.equal(typedIn(conflict.html), mine)
  assert.match(conflict.text, /Someone else saved this text while you were editing it/)
  assert.match(conflict.html, /<pre[^>]*># Answers/)
  const { fields } = fillForm(conflict.html, 'Overwrite with my version')
  assert.equal(fields.version, '0')
  const form = { ...fields, intent: 'overwrite', markdown: mine }
  assert.match((await shop.ask(EDITOR, { cookie, form })).text, /Saved\./)
  await until('mine is shown', async () => (await shop.ask('/faq')).text.includes('Mine.'))
  // The same button again: meanwhile there is another version.
  assert.equal((await shop.ask(EDITOR, { cookie, form })).status, 409)
})

test('an earlier version is opened and restored; an unknown text or version is not found', async () => {
  const { shop, cookie, send } = await openEditor()
  await send('save', FAQ)
  const earlier = await shop.ask(`${EDITOR}?version=0`, { cookie })
  assert.equal(typedIn(earlier.html), defaultMarkdown('faq'))
  assert.match(earlier.text, /This is the default\. The shop shows version 1\./)
  assert.equal(fillForm(earlier.html, 'Save').action, EDITOR)
  const { action, fields } = fillForm(earlier.html, 'Restore the default')
  assert.equal(action, EDITOR)
  const restored = await shop.ask(EDITOR, { cookie, form: fields })
  assert.match(restored.text, /Restored as a new version\./)
  assert.match(restored.text, /Version 2 · shown now/)
  await until('it is shown', async () => (await shop.ask('/faq')).text.includes('Are the pots really stone?'))
  assert.equal((await shop.ask(EDITOR, { cookie, form: { ...fields, version: '2', restore: '77' } })).status, 404)
  for (const name of ['nothing', 'constructor', '__proto__'])
    assert.equal((await shop.ask(`${SETTINGS}/texts/${name}`, { cookie })).status, 404)
})

test('without scripts a question is written in fields, added and moved, and saved as the same document', async () => {
  const { shop, cookie } = await openEditor()
  const { html } = await shop.ask(EDITOR, { cookie })
  const { fields, action } = fillForm(html, 'Save', {
    Title: 'Answers',
    'Description for search engines': 'All of them',
  })
  assert.equal(action, EDITOR)
  // The text is read from the fields, not from the document that they were opened with.
  fields['part-0-heading'] = 'Is it {{shop}}?'
  fields['part-0-text'] = 'Yes.'
  for (const name of Object.keys(fields)) if (/^part-[1-9]/.test(name)) delete fields[name]

  const added = await shop.ask(`${EDITOR}?arrange=add`, { cookie, form: { ...fields, intent: 'preview' } })
  assert.equal(added.status, 200)
  assert.deepEqual(await shop.sql('select from texts'), [])
  const two = fillForm(added.html, 'Save').fields
  assert.deepEqual(
    [two['part-0-heading'], two['part-1-heading'], two['part-2-heading']],
    ['Is it {{shop}}?', '', undefined],
  )
  Object.assign(two, { 'part-0-text': 'Yes.', 'part-1-heading': 'And why?', 'part-1-text': '- Because' })
  const moved = await shop.ask(`${EDITOR}?arrange=up+1`, { cookie, form: { ...two, intent: 'preview' } })
  assert.equal(fillForm(moved.html, 'Save').fields['part-0-heading'], 'And why?')

  const refused = await shop.ask(EDITOR, { cookie, form: { ...two, 'part-1-heading': '', intent: 'save' } })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /a question needs words and an answer/)
  const saved = await shop.ask(EDITOR, { cookie, form: { ...two, intent: 'save' } })
  assert.match(saved.text, /Saved\./)
  const [stored] = await shop.sql<{ markdown: string }>(`select markdown from texts where name = 'faq'`)
  assert.match(
    stored?.markdown ?? '',
    /^# Answers\n\n> All of them\n\n## Is it \{\{shop\}\}\?\n\nYes\.\n\n## And why\?\n\n- Because$/,
  )
})

test('an uploaded picture stands in the banner; the first one is still fetched first', async () => {
  const { shop, cookie } = await openEditor()
  const png = await sharp({ create: { width: 1600, height: 700, channels: 3, background: '#7a8a6a' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('picture', new File([new Uint8Array(png)], 'Terrace.png', { type: 'image/png' }))
  const response = await fetch(`${shop.url}${SETTINGS}/pictures`, {
    method: 'POST',
    body,
    headers: { cookie, accept: 'text/html' },
  })
  const line = /!\[\]\((\/productImages\/\d+-terrace-[0-9a-f]+)\)/.exec(await response.text())
  assert.ok(line)
  const [markdown, address] = line
  const path = `${SETTINGS}/texts/banner`
  const banner = `# Slides\n\n## Own picture\n\n${markdown}\n\nA sentence.\n\n[Go](/allproduct)`
  const form = { intent: 'save', version: '0', markdown: banner }
  assert.match((await shop.ask(path, { cookie, form })).text, /Saved\./)
  const { html } = await until('home shows it', async () => {
    const page = await shop.ask('/')
    return page.text.includes('Own picture') ? page : undefined
  })
  assert.match(html, new RegExp(`<img[^>]*src="${address}/960.webp"`))
  assert.match(html, /<picture class="banner-image">[\s\S]*?fetchPriority="high"/)
  assert.equal((await shop.ask(`${address}/960.webp`)).status, 200)
  const empty = await fetch(`${shop.url}${SETTINGS}/pictures`, {
    method: 'POST',
    body: new FormData(),
    headers: { cookie },
  })
  assert.equal(empty.status, 400)
  await removeTexts(shop)
})

test('the sections of the home page are in the order of the owner, without those that are hidden', async () => {
  const { shop, cookie } = await openEditor()
  const path = '/adminDashboard/home'
  const { html } = await shop.ask(path, { cookie })
  const { 'show why': _, ...fields } = fillForm(html, 'Save', { 'Place of Tips and guides': '0' }).fields
  const headings = async () =>
    Array.from(
      (await shop.ask('/')).html.matchAll(/class="[^"]*\bsection-heading"><div><h2[^>]*>([^<]+)</g),
      ([, text]) => text,
    ).join()
  try {
    assert.equal((await shop.ask(path, { cookie, form: fields })).headers.get('location'), `${path}?saved`)
    await until(
      'home has the order',
      async () => (await headings()) === 'Tips and guides,Featured Products,What our customers say',
    )
  } finally {
    await shop.sql(`delete from settings where name in ('homeOrder', 'homeHidden')`)
    await shop.sql(`insert into outbox (change) values ('settings')`)
  }
})
