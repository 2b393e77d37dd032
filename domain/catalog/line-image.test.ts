import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineImageOf } from './line-image.ts'

const line = { sizeCode: 'C02', selectedColor: 'Sandstone' } as const
const CATALOGUE = '/pots/cubee-sandstone-front'

test('a line shows the owner’s photograph, and else the catalogue image in the chosen colour', () => {
  const imageOf = (...productImageUrl: string[]) => lineImageOf({ ...line, productImageUrl })
  assert.equal(imageOf('/productImages/1-bowl', '/pots/cubee-room'), '/productImages/1-bowl')
  assert.equal(imageOf('/pots/cubee-grey-stone-front', '/productImages/1-bowl'), CATALOGUE)
  assert.equal(imageOf('/pots/cubee-room'), CATALOGUE)
  assert.equal(imageOf(), CATALOGUE, 'a line of an old cart may have none')
})
