import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pickRelated } from './related.ts'

const pot = (id: number, sizeCode: string, price: number, sold = false) => ({ id, sizeCode, price, sold })
const idsFor = (candidates: ReturnType<typeof pot>[]) =>
  pickRelated({ price: 1000 }, ['C01', 'C02'], candidates).map(({ id }) => id)

test('two of the same family and two of about the same price are suggested, the nearest in price first', () => {
  const family = [pot(1, 'C01', 400), pot(2, 'C02', 900), pot(3, 'C02', 3000)]
  const others = [pot(4, 'W01', 1200), pot(5, 'T01', 1010), pot(6, '', 990), pot(7, 'W02', 2000)]
  assert.deepEqual(idsFor([...family, ...others]), [2, 1, 5, 6])
})

test('where one kind is short, the other fills up; what is sold or costs far more is not suggested', () => {
  const family = [1, 2, 3, 4, 5].map((id) => pot(id, 'C01', 1000 + id))
  assert.deepEqual(idsFor([...family, pot(6, 'W01', 1001, true), pot(7, 'W01', 1300)]), [1, 2, 3, 4])
  assert.deepEqual(idsFor([pot(1, 'C01', 500), ...[2, 3, 4, 5].map((id) => pot(id, 'W01', 1000 + id))]), [1, 2, 3, 4])
  assert.deepEqual(idsFor([]), [])
})
