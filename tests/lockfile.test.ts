import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

type Package = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
}

const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, Package> }

test('package-lock.json names every optional package, or npm ci refuses it (node scripts/complete-lock.mjs mends it)', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${from}/node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('every package of the registry has its checksum, so that npm refuses any other file under its name', () => {
  assert.ok(Object.keys(packages).length > 300, 'the packages were read')
  assert.deepEqual(listUnchecked(packages), [])
})

test('a package without a checksum is found, and one that is a part of another is covered by that one', () => {
  const found = listUnchecked({
    '': {},
    'node_modules/bare': { version: '1.0.0' },
    'node_modules/old': { version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    'node_modules/good': { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` },
    'node_modules/good/node_modules/part': { version: '1.0.0', inBundle: true },
    'node_modules/bare/node_modules/part': { version: '1.0.0', inBundle: true },
  })
  assert.deepEqual(found, ['node_modules/bare', 'node_modules/old', 'node_modules/bare/node_modules/part'])
})

test('package-lock.json names no registry: npm takes packages from the one it is set up for', () => {
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)
  assert.deepEqual(named, [])
})

/** A bundled package is inside its parent's file and covered by the parent's checksum. */
function listUnchecked(all: Record<string, Package>): string[] {
  const isChecked = (path: string): boolean => {
    const { integrity, inBundle, link } = all[path] ?? {}
    if (link) return true
    if (inBundle) return isChecked(path.slice(0, path.lastIndexOf('/node_modules/')))
    return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')
  }
  return Object.keys(all).filter((path) => path !== '' && !isChecked(path))
}
