import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { APP_ICONS, isAppIcon, PAPER, webAppOf } from '#domain/install/web-app.ts'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { drawIcon } from './endpoints.ts'

const noImages = { read: async () => undefined }

test('the manifest names the shop and its goods', () => {
  const app = webAppOf({ ...defaultShopInfo, shopName: 'Diya Lamps', productNounPlural: 'lamps' }, 'Brass lamps.')
  assert.deepEqual(
    [app.name, app.description, app.start_url, app.display],
    ['Diya Lamps', 'Brass lamps.', '/', 'standalone'],
  )
  assert.deepEqual(
    app.shortcuts.map(({ name }) => name),
    ['All lamps', 'Cart', 'Your orders'],
  )
  assert.deepEqual(
    app.icons.map(({ src, sizes, purpose }) => `${src} ${sizes} ${purpose}`),
    ['/icons/192.png 192x192 any', '/icons/512.png 512x512 any', '/icons/maskable-512.png 512x512 maskable'],
  )
})

test('its colours are those of the pages', async () => {
  const tokens = await readFile('web/styles/tokens.css', 'utf8')
  assert.ok(tokens.includes(`--paper: light-dark(${PAPER.light}, ${PAPER.dark})`))
})

test('icons are drawn from the mark, the initial of another name, or the logo', async () => {
  const green = await sharp({ create: { width: 640, height: 200, channels: 3, background: '#00ff00' } })
    .webp()
    .toBuffer()
  const shops = {
    specified: [defaultShopInfo, noImages],
    renamed: [{ ...defaultShopInfo, shopName: 'Diya Lamps' }, noImages],
    withLogo: [
      { ...defaultShopInfo, logo: '/productImages/1-logo' },
      { read: async (key: string) => (key === 'productImages/1-logo/640.webp' ? Readable.from([green]) : undefined) },
    ],
    withLostLogo: [{ ...defaultShopInfo, logo: '/productImages/2-logo' }, noImages],
  } as const
  for (const [name, [shop, images]] of Object.entries(shops)) {
    for (const icon of Object.keys(APP_ICONS).filter(isAppIcon)) {
      const picture = sharp(await drawIcon(images, shop, icon))
      const { width, height, format } = await picture.metadata()
      assert.deepEqual([width, height, format], [APP_ICONS[icon].size, APP_ICONS[icon].size, 'png'], `${name} ${icon}`)
      const { entropy } = await picture.stats()
      assert.ok(entropy > 0.3, `${name} ${icon} shows something: ${entropy}`)
    }
  }
})
