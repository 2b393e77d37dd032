import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOME_SECTIONS, type HomeSection, orderHome, parseHomeOrder, shownOnHome } from './home-sections.ts'

const ALL = Object.keys(HOME_SECTIONS) as HomeSection[]

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [index, name] of ALL.entries()) {
    form.set(`place ${name}`, String(index + 1))
    form.set(`show ${name}`, 'on')
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a fresh shop has the specified order', () => {
  assert.deepEqual(shownOnHome({ homeOrder: [], homeHidden: [] }), ALL)
  assert.deepEqual(parseHomeOrder(formOf({})), { homeOrder: ALL, homeHidden: [] })
})

test('numbers, or a button, move a section, and one without its mark is hidden', () => {
  assert.deepEqual(parseHomeOrder(formOf({ 'place tips': '0' })).homeOrder[0], 'tips')
  assert.deepEqual(parseHomeOrder(formOf({ move: 'featured up' })).homeOrder.slice(0, 2), ['featured', 'banner'])
  assert.deepEqual(parseHomeOrder(formOf({ move: 'banner up' })).homeOrder, ALL)
  assert.deepEqual(parseHomeOrder(formOf({ move: 'banner down' })).homeOrder.slice(0, 2), ['featured', 'banner'])
  const form = formOf({})
  form.delete('show tips')
  const order = parseHomeOrder(form)
  assert.deepEqual(order.homeHidden, ['tips'])
  assert.ok(!shownOnHome(order).includes('tips') && orderHome(order).includes('tips'))
})

test('a name that this version does not know is left out, and a new section comes last', () => {
  assert.deepEqual(orderHome({ homeOrder: ['why', 'former'] }), ['why', ...ALL.filter((name) => name !== 'why')])
})
