import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTrustedScripts, RENDER_NONCE, stripNonce } from './script-nonce.ts'

test('a script is ours when it carries the mark, wherever that stands', () => {
  const html = `<script nonce="${RENDER_NONCE}">one()</script><script type="module" nonce="${RENDER_NONCE}" async="">two()</script>`
  assert.deepEqual(listTrustedScripts(html), ['one()', 'two()'])
})

test('a script that somebody else has put into the page is not', () => {
  for (const foreign of [
    '<script>evil()</script>',
    '<script nonce="">evil()</script>',
    `<script nonce="${'A'.repeat(RENDER_NONCE.length)}">evil()</script>`,
    // A browser reads this as one script of the attacker.
    `<script>evil()//<script nonce="${RENDER_NONCE}">one()</script>`,
  ])
    assert.deepEqual(listTrustedScripts(`${foreign}<script nonce="${RENDER_NONCE}">own()</script>`), ['own()'], foreign)
})

test('the mark leaves with no page', () => {
  const html = `<link rel="modulepreload" href="/a.js" nonce="${RENDER_NONCE}"/><script nonce="${RENDER_NONCE}" async="">one()</script>`
  assert.equal(stripNonce(html), '<link rel="modulepreload" href="/a.js"/><script async="">one()</script>')
})
