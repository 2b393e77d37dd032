import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('every direct dependency is listed with what it is for, and nothing else is', () => {
  const root = new URL('..', import.meta.url)
  const [page = ''] = globSync('docs/decisions/*-dependencies.md', { cwd: root.pathname })
  const listed = Array.from(
    readFileSync(new URL(page, root), 'utf8').matchAll(/^\| `([^`]+)` \| \S/gm),
    ([, name]) => name,
  )
  assert.deepEqual(listed.sort(), Object.keys(readDependencies()).sort())
})

test('versions are exact', () => {
  for (const [name, version] of Object.entries(readDependencies()))
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
})

/** The version of each. */
function readDependencies(): Record<string, string> {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return { ...dependencies, ...devDependencies, ...optionalDependencies }
}
