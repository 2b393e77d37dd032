import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPlantedModel, listModels, modelOf, nameOfModel } from './models.ts'
import { getSize, POT_COLOURS, SIZES } from './specified-sizes.ts'

test('every size has a model in every finish', () => {
  const files = SIZES.flatMap((size) => POT_COLOURS.map((finish) => modelOf(size, finish)?.glb))
  assert.equal(new Set(files).size, 22 * 4)
  assert.ok(!files.includes(undefined))
  assert.deepEqual(modelOf(getSize('C02'), 'Grey Stone'), {
    glb: '/models/C02-grey-stone.glb',
    usdz: '/models/C02-grey-stone.usdz',
  })
})

test('three families have a plant too', () => {
  assert.equal(modelOf(getSize('TR03'), 'Sandstone', { planted: true })?.usdz, '/models/TR03-sandstone-planted.usdz')
  assert.equal(modelOf(getSize('W01'), 'Sandstone', { planted: true }), undefined)
  const planted = SIZES.filter(({ code }) => hasPlantedModel(code)).map(({ family }) => family)
  assert.deepEqual([...new Set(planted)], ['CUBEE', 'TUBO', 'TRIYA'])
  assert.equal(hasPlantedModel('X1'), false)
})

test('a pot of other dimensions, codes or finishes has no model', () => {
  const size = getSize('B01')
  assert.equal(modelOf({ ...size, width: 61 }, 'Sandstone'), undefined)
  assert.equal(modelOf({ ...size, depth: 24.5 }, 'Sandstone'), undefined)
  assert.equal(modelOf({ ...size, height: 25 }, 'Sandstone'), undefined)
  assert.equal(modelOf({ ...size, code: 'B09' }, 'Sandstone'), undefined)
  assert.equal(modelOf(size, 'Brass'), undefined)
  assert.equal(modelOf(size, 'sandstone'), undefined)
})

test('the list of models names each file that pages link', () => {
  const linked = SIZES.flatMap((size) =>
    POT_COLOURS.flatMap((finish) => [modelOf(size, finish), modelOf(size, finish, { planted: true })]),
  ).filter((model) => model !== undefined)
  assert.deepEqual(
    new Set(listModels().map((name) => `/models/${nameOfModel(name)}.glb`)),
    new Set(linked.map(({ glb }) => glb)),
  )
})
