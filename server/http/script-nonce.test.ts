import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listOwnScripts, SCRIPT_MARK, withoutMarks } from './script-nonce.ts'

test('a script is ours when it carries the mark, wherever that stands', () => {
  const html = `<script nonce="${SCRIPT_MARK}">one()</script><script type="module" nonce="${SCRIPT_MARK}" async="">two()</script>`
  assert.deepEqual(listOwnScripts(html), ['one()', 'two()'])
})

test('a script that somebody else has put into the page is not', () => {
  for (const foreign of [
    '<script>evil()</script>',
    '<script nonce="">evil()</script>',
    `<script nonce="${'A'.repeat(SCRIPT_MARK.length)}">evil()</script>`,
    // What a browser reads as one script of theirs is no script of ours.
    `<script>evil()//<script nonce="${SCRIPT_MARK}">one()</script>`,
  ])
    assert.deepEqual(listOwnScripts(`${foreign}<script nonce="${SCRIPT_MARK}">own()</script>`), ['own()'], foreign)
})

test('the mark leaves with no page', () => {
  const html = `<link rel="modulepreload" href="/a.js" nonce="${SCRIPT_MARK}"/><script nonce="${SCRIPT_MARK}" async="">one()</script>`
  assert.equal(withoutMarks(html), '<link rel="modulepreload" href="/a.js"/><script async="">one()</script>')
})
