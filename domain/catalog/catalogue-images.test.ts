import assert from 'node:assert/strict'
import { test } from 'node:test'
import { altTextOf } from './alt-texts.ts'
import {
  chosenImageOf,
  galleryViewsOf,
  imageInFinish,
  isPotImage,
  PHOTOGRAPHED_FAMILIES,
  potImageOf,
  potViewOf,
  potViewsOf,
} from './catalogue-images.ts'
import { MAX_IMAGES } from './forms/image-limits.ts'
import { firstImageOf, inSize } from './sized-image.ts'
import { POT_COLOURS, SIZES, sizesInFamilyOf } from './specified-sizes.ts'

test('every family of the specification has a photograph of a small and of a large pot in each finish', () => {
  const images = SIZES.flatMap(({ family, code }) => POT_COLOURS.map((colour) => potImageOf(family, colour, code)))
  assert.equal(new Set(images).size, 7 * 2 * 4)
  assert.deepEqual(
    images.filter((image) => !isPotImage(image)),
    [],
  )
  assert.deepEqual([...new Set(SIZES.map(({ family }) => family))], [...PHOTOGRAPHED_FAMILIES])
  assert.equal(potImageOf('BOXA', 'Marble White', 'B03'), '/pots/boxa-marble-white-large-front')
})

test('the large pot on the photograph is the larger one: no size of a family is small above a large one', () => {
  for (const { code, family } of SIZES) {
    const sizes = sizesInFamilyOf(code).map((size) => potImageOf(family, 'Sandstone', size.code))
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => a.length - b.length),
    )
  }
})

test('the address that a photograph had when there was one for all sizes is still a photograph', () => {
  for (const family of PHOTOGRAPHED_FAMILIES) {
    for (const colour of POT_COLOURS) assert.ok(isPotImage(potImageOf(family, colour)))
  }
  assert.equal(potImageOf('CUBEE', 'Grey Stone'), '/pots/cubee-grey-stone-front')
})

test('a new product shows four of its family’s views, which with the front are as many images as it may have', () => {
  for (const family of PHOTOGRAPHED_FAMILIES) {
    const views = galleryViewsOf(family)
    assert.equal(new Set(views).size, MAX_IMAGES - 1)
    assert.ok(views.every((view) => potViewsOf(family).includes(view) && isPotImage(view)))
  }
  assert.ok(galleryViewsOf('CUBEE').includes('/pots/cubee-carried'))
  assert.ok(galleryViewsOf('TUBO').includes('/pots/tubo-hand'))
  // Shops have stored it.
  assert.ok(isPotImage('/pots/cubee-scale'))
  assert.ok(!isPotImage('/pots/tubo-carried'))
})

test('a product shows the photograph of its own size, whichever is stored; other images stay', () => {
  const shown = (image: string, sizeCode: string) => firstImageOf({ productImageUrl: [image], sizeCode })
  const [small, large] = ['C01', 'C04'].map((code) => potImageOf('CUBEE', 'Sandstone', code)) as [string, string]
  assert.deepEqual([shown(small, 'C04'), shown(large, 'C04')], [large, large])
  // The small pot with the plant of the large photograph: the list of a small size has one picture for each product.
  const samePlant = '/pots/cubee-sandstone-small-front'
  assert.deepEqual([shown(small, 'C01'), shown(large, 'C01'), shown(samePlant, 'C01')], [small, samePlant, samePlant])
  assert.equal(shown(samePlant, 'C04'), large)
  assert.equal(imageInFinish(large, 'Sandstone', 'C01'), samePlant)
  assert.equal(imageInFinish(large, 'Grey Stone', 'C01'), potImageOf('CUBEE', 'Grey Stone'))
  assert.ok(isPotImage(samePlant))
  assert.equal(shown(potViewOf('CUBEE', 'room'), 'C04'), potViewOf('CUBEE', 'room'))
  assert.equal(shown('/productImages/1-lamp', 'C04'), '/productImages/1-lamp')
  // A size that the owner has added.
  assert.equal(shown(small, 'C05'), small)
  assert.equal(inSize('__proto__', 'C04'), '__proto__')
})

test('a line shows the photograph in its size and finish, or the owner’s own image', () => {
  const grey = potImageOf('BOXA', 'Grey Stone')
  const line = (image: string, selectedColor: string, sizeCode = 'B01') =>
    chosenImageOf({ productImageUrl: [image], selectedColor, sizeCode })
  assert.equal(line(grey, 'Sandstone'), potImageOf('BOXA', 'Sandstone'))
  assert.equal(line(grey, 'Sandstone', 'B03'), potImageOf('BOXA', 'Sandstone', 'B03'))
  assert.equal(line(potViewOf('BOXA', 'room'), 'Sandstone', 'B02'), potImageOf('BOXA', 'Sandstone', 'B02'))
  assert.equal(line('/productImages/1-lamp', 'Sandstone'), '/productImages/1-lamp')
  // A finish that the owner has added was never photographed.
  assert.equal(line(grey, 'Brass', 'B03'), potImageOf('BOXA', 'Grey Stone', 'B03'))
  assert.equal(imageInFinish('/pots/nothing', 'Sandstone'), undefined)
})

test('what the owner wrote about a photograph describes it in every size', () => {
  const [small, large] = [potImageOf('CUBEE', 'Sandstone'), potImageOf('CUBEE', 'Sandstone', 'C04')]
  const altTexts = { [small]: 'A cube' }
  assert.equal(altTextOf({ title: 'Cube', altTexts }, large), 'A cube')
  assert.equal(altTextOf({ title: 'Cube', altTexts: { [large]: 'A block' } }, small), 'A block')
  assert.equal(altTextOf({ title: 'Cube', altTexts }, potImageOf('CUBEE', 'Grey Stone', 'C04')), 'Cube')
})
