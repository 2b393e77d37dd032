// How many bytes of scripts the browser gets; KB are 1,024 of them.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const assets = join(import.meta.dirname, '../../build/client/assets')
const files = readdirSync(assets)

test('the home page loads at most 130 KB of scripts', () => {
  const { entry, routes, manifest } = readManifest()
  const scripts = withImports(...namesIn(JSON.stringify([entry, routes.root, routes['storefront/home']])))
  const sum = bytesOf([manifest, ...scripts])
  assert.ok(sum <= 130 * 1024, `${sum} bytes of ${[...scripts]}`)
})

test('the viewer is at most 11 KB with all that it brings along, and no product page brings it', () => {
  const { entry, routes } = readManifest()
  const atOnce = withImports(...namesIn(JSON.stringify([entry, routes.root, routes['storefront/product']])))
  const [script, ...more] = filesOf('model-viewer').filter((name) => name.endsWith('.js'))
  assert.ok(script && more.length === 0, 'it is one file')
  assert.ok(!atOnce.has(script), 'it is not there at once')
  const styles = filesOf('model-viewer').filter((name) => name.endsWith('.css'))
  const fetched = [...withImports(script)].filter((name) => !atOnce.has(name))
  const sum = bytesOf([...fetched, ...styles])
  assert.ok(sum <= 11 * 1024, `${sum} bytes of ${[...fetched, ...styles]}`)
})

/** The names of the scripts of each route. */
function readManifest() {
  const manifest = files.find((name) => /^manifest-\w+\.js$/.test(name)) ?? ''
  const json = read(manifest)
    .replace(/^[^{]*/, '')
    .replace(/;\n?$/, '')
  const { entry, routes } = JSON.parse(json)
  return { entry, routes, manifest }
}

/** As compressed for the browser. */
function bytesOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + statSync(join(assets, `${name}.br`)).size, 0)
}

/** Scripts of ours and those that they import in turn; not what they fetch later. */
function withImports(...open: string[]): Set<string> {
  const known = new Set<string>()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (known.has(name) || !name.endsWith('.js')) continue
    known.add(name)
    const imports = read(name).match(/(?:from|import)\s?["'`]\.\/[\w.-]+\.js["'`]/g) ?? []
    open.push(...imports.flatMap((it) => namesIn(it)))
  }
  return known
}

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/["'`](?:\.\/|\/assets\/)([\w.-]+\.js)["'`]/g), ([, name]) => name ?? '')
}

function filesOf(name: string): string[] {
  return files.filter((file) => file.startsWith(`${name}-`) && /\.(js|css)$/.test(file))
}

function read(name: string): string {
  return readFileSync(join(assets, name), 'utf8')
}
