import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

type Package = { version?: string; optionalDependencies?: Record<string, string> }

test('package-lock.json names every optional package, or npm ci refuses it (node scripts/complete-lock.mjs mends it)', async () => {
  const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Package> }

  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${from}/node_modules/${name}`],
    ),
  )
  assert.deepEqual(missing, [])
})
