// The back office's code never reaches shoppers: no script or stylesheet of another page contains or loads it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'

const assets = join(import.meta.dirname, '../../build/client/assets')
/** Labels of buttons that only the back office has. */
const WORDS = /Approve cancellation|Restock|Import CSV|Export CSV/
/** Class names that only the back office's styles have. */
const CLASSES = /\.table-frame|\.dropzone/

type Route = {
  id: string
  module: string
  imports?: string[]
  css?: string[]
  clientActionModule?: string
  clientLoaderModule?: string
}

test('only the routes of the back office bring code of the back office along', () => {
  const guilty = readRoutes().filter((route) => [...scriptsOf(route)].some((script) => WORDS.test(read(script))))
  assert.ok(guilty.length > 3, 'the back office itself has it')
  assert.deepEqual(
    guilty.filter(({ id }) => !id.startsWith('admin/')).map(({ id }) => id),
    [],
  )
})

test('only the routes of the back office bring styles of the back office along', () => {
  const guilty = readRoutes().filter(({ css = [] }) => css.some((path) => CLASSES.test(read(basename(path)))))
  assert.ok(guilty.length > 1, 'the back office itself has them')
  assert.deepEqual(
    guilty.filter(({ id }) => !id.startsWith('admin/')).map(({ id }) => id),
    [],
  )
})

function readRoutes(): Route[] {
  const file = readdirSync(assets).find((name) => /^manifest-\w+\.js$/.test(name)) ?? ''
  const manifest = JSON.parse(/=(\{.*\});?\s*$/s.exec(read(file))?.[1] ?? '')
  return Object.values(manifest.routes)
}

/** Everything that a browser fetches to show this route, at once or later. */
function scriptsOf({ module, imports = [], clientActionModule, clientLoaderModule }: Route): Set<string> {
  const known = new Set<string>()
  const open = [module, ...imports, clientActionModule, clientLoaderModule].filter((it) => it !== undefined)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const name = path.split('/').at(-1) ?? ''
    if (known.has(name) || !name.endsWith('.js')) continue
    known.add(name)
    open.push(...Array.from(read(name).matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.js)["'`]/g), ([, it]) => it ?? ''))
  }
  return known
}

function read(name: string): string {
  return readFileSync(join(assets, name), 'utf8')
}
