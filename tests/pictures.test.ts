import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { POT_COLOURS, POT_VIEWS, potPictureOf, potViewOf, SIZES } from '#domain/sizes.ts'

const root = join(import.meta.dirname, '..')

test('every picture that the catalogue names is there, in every width and format that the pages ask for', () => {
  const families = [...new Set(SIZES.map(({ family }) => family))]
  const folders = families.flatMap((family) => [
    ...POT_COLOURS.map((colour) => potPictureOf(family, colour)),
    ...POT_VIEWS.map((view) => potViewOf(family, view)),
  ])
  const files = folders.flatMap((folder) =>
    [320, 640, 960, 1280].flatMap((width) => [`${folder}/${width}.avif`, `${folder}/${width}.webp`]),
  )
  const missing = files.filter((file) => !existsSync(join(root, file.replace('/pots/', 'photography/pictures/'))))
  assert.deepEqual(missing, [])
})
