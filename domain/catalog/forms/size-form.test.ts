import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNameProblems, parseFamily, parseFinish, parseSize } from './size-form.ts'

const typed = {
  family: 'CUBEE',
  code: ' l01 ',
  price: '₹1,900',
  width: '12,5',
  depth: '12',
  height: '30.5',
  weight: '',
}

function problemOf(field: string, value: string): string | undefined {
  const parsed = parseSize({ ...typed, [field]: value })
  return parsed.ok ? undefined : parsed.problems[field]
}

test('a size is read as it was typed, cleaned', () => {
  assert.deepEqual(parseSize(typed), {
    ok: true,
    value: { family: 'CUBEE', code: 'L01', price: 1900, width: 12.5, depth: 12, height: 30.5, weight: null },
  })
  const parsed = parseSize({ ...typed, weight: '2.4' })
  assert.equal(parsed.ok && parsed.value.weight, 2.4)
})

test('whatever cannot be a size is refused at its field', () => {
  for (const [field, values] of Object.entries({
    family: [''],
    code: ['', 'L 01', 'x'.repeat(21), '-1', '<b>'],
    price: ['', '0', '9.5', '99999999'],
    width: ['', '0', '-1', '2001', '1.25', 'wide'],
    weight: ['0', '-1', '1e3', '2001'],
  })) {
    for (const value of values) assert.ok(problemOf(field, value), `${field} ${value}`)
  }
})

test('a family has a name, a finish a name and a colour', () => {
  assert.deepEqual(parseFamily({ name: '  Table   lamps ' }), { ok: true, value: { name: 'Table lamps' } })
  assert.equal(parseFamily({ name: 'x'.repeat(41) }).ok, false)
  const brass = { name: 'Brass', swatch: '#B08D57' }
  assert.deepEqual(parseFinish(brass), { ok: true, value: { name: 'Brass', swatch: '#b08d57' } })
  assert.equal(parseFinish({ ...brass, name: 'Brass; matt' }).ok, false)
  for (const swatch of ['', 'red', '#fff', '#12345g', 'url(x)'])
    assert.equal(parseFinish({ ...brass, swatch }).ok, false)
})

test('names are taken whatever their capitals, but a name may keep its own', () => {
  assert.deepEqual(findNameProblems(['Brass', 'Clay'], 'Clay', 'Clay'), {})
  assert.ok(findNameProblems(['Brass', 'Clay'], 'brass', 'Clay').name)
  assert.ok(findNameProblems(['Brass'], 'BRASS', undefined).name)
})
