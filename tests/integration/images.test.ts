import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { potImageOf, potViewsOf } from '#domain/catalog/catalogue-images.ts'
import { PICTURES_VERSION } from '#domain/catalog/own-pictures.ts'
import { inSize } from '#domain/catalog/sized-image.ts'
import { POT_COLOURS, SIZES } from '#domain/catalog/specified-sizes.ts'
import { formatRupees } from '#domain/money.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import type { TextContents } from '#domain/texts/contents.ts'
import type { TextName } from '#domain/texts/texts.ts'
import { defaultMarkdown } from '#server/texts/queries.ts'
import { previewText } from '#server/texts/texts.ts'

const { slides } = defaultText('banner')
const { tips } = defaultText('tips')

const root = join(import.meta.dirname, '../..')

test('every image that the catalogue names is there, in every width and format that the pages ask for', () => {
  const families = [...new Set(SIZES.map(({ family }) => family))]
  const folders = families.flatMap((family) => [
    ...SIZES.flatMap(({ code }) => POT_COLOURS.map((colour) => potImageOf(family, colour, code))),
    ...POT_COLOURS.map((colour) => inSize(potImageOf(family, colour).replace('-front', '-large-front'), '')),
    ...potViewsOf(family),
  ])
  const files = folders.flatMap((folder) =>
    [320, 640, 960, 1280].flatMap((width) => [`${folder}/${width}.avif`, `${folder}/${width}.webp`]),
  )
  assert.deepEqual(missing(files.map((file) => file.replace('/pots/', 'photography/pictures/'))), [])
})

test('every image of the shop itself is there: banners wide and tall, tips, empty places, the one that is shared', () => {
  assert.equal(slides.length, 7)
  const banners = slides.flatMap(({ image }) => [
    ...[960, 1440, 1920, 2560].map((width) => `${image}-wide-${width}`),
    ...[480, 768, 1080].map((width) => `${image}-tall-${width}`),
  ])
  const others = [...tips.map(({ image }) => image), 'empty-cart', 'empty-search']
  const names = [...banners, ...others.flatMap((name) => [320, 640].map((width) => `${name}-${width}`))]
  const files = [...names.flatMap((name) => [`${name}.avif`, `${name}.webp`]), 'share.jpg']
  assert.deepEqual(missing(files.map((file) => `web/pictures/${file}`)), [])
})

test('the addresses of these pictures change with their contents', () => {
  const files = globSync('{web,photography}/pictures/**/*.*', { cwd: root, exclude: ['**/*.json'] }).sort()
  const all = createHash('sha256')
  for (const file of files)
    all.update(file).update(
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest(),
    )
  assert.equal(PICTURES_VERSION, all.digest('hex').slice(0, 10), 'PICTURES_VERSION in domain/catalog/own-pictures.ts')
})

test('a banner that names a price names the least of its family', () => {
  for (const { text, to } of slides.filter(({ text }) => text.includes('₹'))) {
    const family = to.replace('/category/', '').toUpperCase()
    const least = Math.min(...SIZES.filter((size) => size.family === family).map(({ price }) => price))
    assert.ok(text.includes(`from ${formatRupees(least)}.`), text)
  }
})

test('the photographs are small enough to be cloned with the code: 30 MB; and the six images of the screens: 1 MB', () => {
  assert.ok(sizeOf('{photography/pictures,web}', 50) < 30_000_000)
  assert.ok(sizeOf('docs', 6) < 1_000_000)
})

function sizeOf(folder: string, least: number): number {
  const images = globSync(`${folder}/**/*.{avif,webp,png,jpg,jpeg,svg,ico}`, { cwd: root })
  assert.ok(images.length >= least)
  return images.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
}

function missing(files: string[]): string[] {
  return files.filter((file) => !existsSync(join(root, file)))
}

function defaultText<Name extends TextName>(name: Name): TextContents[Name] {
  return previewText(name, defaultMarkdown(name), defaultShopInfo).content.value as TextContents[Name]
}
