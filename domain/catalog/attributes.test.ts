import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { attributesOf, attributesSchema, goesWithSchema, idsOf, tagsSchema } from './attributes.ts'

function read(schema: v.GenericSchema<unknown, string>, text: string): string | undefined {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? parsed.output : undefined
}

test('tags are kept once each, cleaned', () => {
  assert.equal(read(tagsSchema, ' Indoor ,gift,, indoor,for  two'), 'Indoor, gift, for two')
  assert.equal(read(tagsSchema, Array.from({ length: 21 }, (_, n) => n).join()), undefined)
})

test('attributes have a name and a value on each line', () => {
  const text = 'Material :  Stone\r\n\r\nDrainage:Yes\nmaterial: stone\nRatio: 1:2'
  assert.equal(read(attributesSchema, text), 'Material: Stone\nDrainage: Yes\nRatio: 1:2')
  assert.deepEqual(attributesOf('Material: Stone\nRatio: 1:2'), [
    { name: 'Material', value: 'Stone' },
    { name: 'Ratio', value: '1:2' },
  ])
  for (const bad of ['Material', 'Material:', ': Stone', `${'x'.repeat(41)}: y`, `x: ${'y'.repeat(79)}`])
    assert.equal(read(attributesSchema, bad), undefined, bad)
  const written = read(attributesSchema, 'A : b:c') ?? ''
  assert.equal(read(attributesSchema, written), written)
})

test('what a product goes with is up to six other numbers', () => {
  assert.equal(read(goesWithSchema, '17,21 17'), '17 21')
  assert.deepEqual(idsOf('17 21'), [17, 21])
  assert.deepEqual(idsOf(undefined), [])
  for (const bad of ['-1', '0', '1.5', '1 2 3 4 5 6 7']) assert.equal(read(goesWithSchema, bad), undefined, bad)
})
