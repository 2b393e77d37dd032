import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deferScripts } from './defer-scripts.ts'

const page = `<head><link rel="preload" href="/a.woff2"/><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/></head>
<body><script>first()</script><script type="module" async="">import "/assets/a.js";
import * as route0 from "/assets/b.js";
  window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");</script></body>`

test('scripts and their preloads are inert until the script after them has waited', () => {
  const html = deferScripts(page)
  const [, inert = '', waiting = ''] =
    /<template id="scripts">([\s\S]*)<\/template><script type="module">([\s\S]*)<\/script>/.exec(html) ?? []
  for (const file of ['a.js', 'b.js', 'entry.js'])
    assert.equal(html.split(`/assets/${file}`).length, inert.split(`/assets/${file}`).length)
  assert.match(inert, /<link rel="modulepreload" href="\/assets\/a.js"\/>/)
  assert.match(inert, /<script type="module" async="">import "\/assets\/a\.js";/)
  assert.ok(waiting.indexOf('await new Promise') < waiting.indexOf('dataset.firstImage'))
  assert.ok(waiting.indexOf('dataset.firstImage') < waiting.indexOf('replaceWith'))
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
  assert.match(html, /<link rel="modulepreload" href="\/assets\/a.js" nonce="n"\/>/)
  assert.match(html, /<script nonce="n" type="module" async="">import/)
  assert.match(html, /<script nonce="n" type="module">const first/)
})

test('a page without scripts comes back as it is', () => {
  assert.equal(deferScripts('<p>Text</p>'), '<p>Text</p>')
})
