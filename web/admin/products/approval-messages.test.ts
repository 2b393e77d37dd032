import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { approvalNotice } from './approval-messages.ts'

test('a seller reads which changes need approval and which do not, of every field', () => {
  const [waiting = '', immediate = ''] = approvalNotice(wordsOf(defaultShopInfo)).split('. ')
  assert.match(
    waiting,
    /^Changes to title, category, description, HSN, GST rate, country of origin, tags, attributes, images, alt texts, video or 3D models /,
  )
  assert.equal(immediate, 'Changes to size, price, discount, stock, SKU, MRP and goes with take effect immediately.')
})
