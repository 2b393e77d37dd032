import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deferScripts } from './defer-hydration.ts'

const page = `<head><link rel="preload" href="/a.woff2"/><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>
<body><script>first()</script><script type="module" async="">import "/assets/a.js";
import * as route0 from "/assets/b.js";
  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`

test('scripts are named nowhere but in the one that waits', () => {
  const html = deferScripts(page)
  assert.equal(html.includes('<link rel="modulepreload"'), false)
  const [, waiting = ''] = /<script type="module" async="">([\s\S]*)<\/script>/.exec(html) ?? []
  for (const file of ['a.js', 'b.js', 'entry.js'])
    assert.equal(html.split(`/assets/${file}`).length, waiting.split(`/assets/${file}`).length)
  assert.match(waiting, /^await import\("\/assets\/a\.js"\);$/m)
  assert.match(waiting, /^const route0 = await import\("\/assets\/b\.js"\);$/m)
  assert.ok(waiting.indexOf('await new Promise') < waiting.indexOf('/assets/a.js'))
  assert.ok(waiting.indexOf('await new Promise') < waiting.indexOf('dataset.firstImage'))
  assert.doesNotThrow(() => new Function(`return async () => {${waiting}}`))
})

test('the rest of the page stays as it was', () => {
  const html = deferScripts(page)
  assert.ok(html.includes('<head><link rel="preload" href="/a.woff2"/></head>'))
  assert.ok(html.includes('<body><script>first()</script>'))
})

test('scripts that carry a mark keep it', () => {
  const marked = page.replaceAll('.js"/>', '.js" nonce="n"/>').replace('<script type', '<script nonce="n" type')
  const html = deferScripts(marked)
  assert.equal(html.includes('modulepreload" href='), false)
  assert.match(html, /<script nonce="n" type="module" async="">let pressed/)
})

test('a page without scripts comes back as it is', () => {
  assert.equal(deferScripts('<p>Text</p>'), '<p>Text</p>')
})
