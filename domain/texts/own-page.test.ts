import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOwnPage } from './own-page.ts'

function parse(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Our workshop', address: '', text: 'Come by.', ...fields }))
    form.set(name, value)
  return parseOwnPage(form)
}

test('a page without an address gets one from its title', () => {
  assert.deepEqual(parse({ inMenu: 'on' }), {
    ok: true,
    value: { title: 'Our workshop', address: 'our-workshop', text: 'Come by.', inMenu: true },
  })
  const own = parse({ address: 'Visit-Us' })
  assert.equal(own.ok && own.value.address, 'visit-us')
})

test('a page without title, text or a fitting address is refused at the field', () => {
  for (const [name, value] of [
    ['title', ''],
    ['title', 'x'.repeat(101)],
    ['text', '  '],
    ['address', '../admin'],
    ['address', 'a b'],
  ] as const) {
    const parsed = parse({ [name]: value })
    assert.ok(!parsed.ok && parsed.problems[name], `${name}: ${value}`)
  }
  const unnamed = parse({ title: '!!!' })
  assert.ok(!unnamed.ok && unnamed.problems.address)
})
