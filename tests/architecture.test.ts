// The rules of the architecture: which layer imports which, where things belong and what they are called. Every rule is
// first shown something that breaks it, because a rule that cannot fail protects nothing.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { describe, test } from 'node:test'
import { isTest } from './support/architecture/architecture-rule.ts'
import { findCycles } from './support/architecture/cycles.ts'
import { doorRules } from './support/architecture/door-rules.ts'
import { importRules } from './support/architecture/import-rules.ts'
import { nameRules } from './support/architecture/name-rules.ts'
import { read, type SourceFile, targetsOf } from './support/architecture/source-file.ts'

const FOLDERS = 'domain,server,web,sandbox,tests,chaos,scripts,bench,photography'

const root = posix.join(import.meta.dirname.replaceAll(sep, '/'), '..')
const files = globSync([`{${FOLDERS}}/**/*.{ts,tsx,css}`, '*.ts'], { cwd: root, exclude: ['**/node_modules/**'] })
  .map((path) => path.replaceAll(sep, '/'))
  .map((path) => read(path, readFileSync(posix.join(root, path), 'utf8')))

test('there is something to look at', () => {
  for (const path of ['domain/money.ts', 'server/shop.ts', 'web/root.tsx', 'vite.config.ts']) {
    assert.ok(
      files.some((file) => file.path === path),
      path,
    )
  }
})

for (const { promise, breaches, wrong, right } of [...importRules, ...nameRules, ...doorRules]) {
  describe(promise, () => {
    test('the rule can fail', () => {
      for (const [path, source] of wrong) assert.notDeepEqual(breaches(read(path, source)), [], `${path}: ${source}`)
      for (const [path, source] of right) assert.deepEqual(breaches(read(path, source)), [], `${path}: ${source}`)
    })
    test('the code keeps it', () => {
      assert.deepEqual(
        files.flatMap((file) => breaches(file).map((breach) => `${file.path}: ${breach}`)),
        [],
      )
    })
  })
}

describe('no file imports itself by way of others, types included', () => {
  const cyclesOf = (some: SourceFile[]) => findCycles(importsOf(some, (path) => path))
  test('the rule can fail', () => {
    const circle = [
      read('server/a.ts', "import './b.ts'"),
      read('server/b.ts', "import type { A } from '#server/a.ts'"),
    ]
    assert.deepEqual(cyclesOf(circle), [['server/a.ts', 'server/b.ts']])
    assert.deepEqual(cyclesOf(circle.slice(0, 1)), [])
  })
  test('the code keeps it', () => assert.deepEqual(cyclesOf(files), []))
})

describe('no folder of a layer imports itself through others, except for the wiring', () => {
  const cyclesOf = (some: SourceFile[]) =>
    findCycles(
      importsOf(
        some.filter(({ path }) => !isTest(path)),
        folderOf,
      ),
    )
  test('the rule can fail', () => {
    const circle = [
      read('server/orders/place.ts', "import '#server/messages/send.ts'"),
      read('server/messages/send.ts', "import type { Stock } from '#server/catalog/images/stock.ts'"),
      read('server/catalog/images/stock.ts', "import '#server/orders/payments/settle.ts'"),
      read('server/orders/payments/settle.ts', ''),
    ]
    assert.deepEqual(cyclesOf(circle), [['server/catalog', 'server/messages', 'server/orders']])
    assert.deepEqual(cyclesOf(circle.slice(1)), [])
    const rules = [
      read('domain/shop/sections.ts', "import '#domain/search/words.ts'"),
      read('domain/search/words.ts', "import type { Settings } from '#domain/shop/settings.ts'"),
      read('domain/shop/settings.ts', ''),
    ]
    assert.deepEqual(cyclesOf(rules), [['domain/search', 'domain/shop']])
    const knot = [
      read('server/orders/cancel.ts', "import '#server/payments/refunds.ts'"),
      read('server/payments/refunds.ts', "import type { OrderRow } from '#server/orders/queries.ts'"),
      read('server/orders/queries.ts', ''),
    ]
    assert.deepEqual(cyclesOf(knot), [['server/orders', 'server/payments']])
    assert.deepEqual(
      cyclesOf([read('server/shop.ts', "import './live/a.ts'"), read('server/live/a.ts', "import '#server/shop.ts'")]),
      [],
    )
  })
  test('the code keeps it', () => assert.deepEqual(cyclesOf(files), []))
})

describe('nor does a folder inside one of them', () => {
  const cyclesOf = (some: SourceFile[]) => {
    const inside = some.filter(({ path }) => !isTest(path))
    return findCycles(importsOf(inside, (path) => (folderOf(path) ? posix.dirname(path) : undefined)))
  }
  test('the rule can fail', () => {
    const knot = [
      read('server/orders/cancel.ts', "import './payments/refunds.ts'"),
      read('server/orders/payments/refunds.ts', "import type { OrderRow } from '#server/orders/queries.ts'"),
      read('server/orders/queries.ts', ''),
    ]
    assert.deepEqual(cyclesOf(knot), [['server/orders', 'server/orders/payments']])
    assert.deepEqual(cyclesOf(knot.slice(1)), [])
  })
  test('the code keeps it', () => assert.deepEqual(cyclesOf(files), []))
})

/** The import graph, between files or between the names that `nameOf` gives them. */
function importsOf(some: SourceFile[], nameOf: (path: string) => string | undefined): Map<string, string[]> {
  const known = new Set(some.map(({ path }) => path))
  const edges = new Map<string, string[]>()
  for (const { path, imports } of some) {
    const from = nameOf(path)
    if (from === undefined) continue
    const targets = targetsOf(path, imports).filter((target) => known.has(target))
    const others = targets.map(nameOf).filter((name) => name !== undefined && (name !== from || name === path))
    edges.set(from, [...(edges.get(from) ?? []), ...(others as string[])])
  }
  return edges
}

/** `server/orders` of `server/orders/payments/settle.ts`; a file of the root wires folders together and is in none. */
function folderOf(path: string): string | undefined {
  return /^(?:domain|server|web|sandbox)\/[^/]+(?=\/)/.exec(path)?.[0]
}
