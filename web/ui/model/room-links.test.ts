import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickLookLink, sceneViewerLink } from './room-links.ts'

test('Scene Viewer is asked for the model at its true size, and falls back to the page', () => {
  const page = 'https://shop.example/productinfo/4?size=C02&finish=Grey+Stone'
  const file = 'https://shop.example/models/C02-grey-stone.glb'
  const link = sceneViewerLink({ file, title: 'Pots & more', page })
  const [address = '', fragment = ''] = link.split('#')
  const target = new URL(address.replace('intent:', 'https:'))
  assert.equal(target.origin + target.pathname, 'https://arvr.google.com/scene-viewer/1.2')
  assert.deepEqual(Object.fromEntries(target.searchParams), {
    ...{ file, mode: 'ar_preferred', resizable: 'false', title: 'Pots & more', link: page },
  })
  assert.ok(!address.includes('+'))
  const parts = fragment.split(';')
  assert.deepEqual(parts.slice(0, 4), [
    'Intent',
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
  ])
  assert.equal(parts[4], `S.browser_fallback_url=${encodeURIComponent(`${page}#no-ar`)}`)
  assert.deepEqual(parts.slice(5), ['end', ''])
})

test('Quick Look may not scale it', () => {
  assert.equal(quickLookLink('/models/TR02-sandstone.usdz'), '/models/TR02-sandstone.usdz#allowsContentScaling=0')
})
