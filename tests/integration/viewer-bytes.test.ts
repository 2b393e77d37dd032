// What `View in 3D` fetches beside the model: at most 10 KB of scripts and styles, as the browser gets them.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const assets = join(import.meta.dirname, '../../build/client/assets')
const files = readdirSync(assets)

test('the viewer is at most 10 KB with all that it brings along, and no product page brings it', () => {
  const [manifest = ''] = filesOf('manifest')
  const { entry, routes } = JSON.parse(
    read(manifest)
      .replace(/^[^{]*/, '')
      .replace(/;\n?$/, ''),
  )
  const atOnce = withImports(...namesIn(JSON.stringify([entry, routes.root, routes['storefront/product']])))
  const [script, ...more] = filesOf('model-viewer').filter((name) => name.endsWith('.js'))
  assert.ok(script && more.length === 0, 'it is one file')
  assert.ok(!atOnce.has(script), 'it is not there at once')
  const styles = filesOf('model-viewer').filter((name) => name.endsWith('.css'))
  const fetched = [...withImports(script)].filter((name) => !atOnce.has(name))
  const bytes = [...fetched, ...styles].map((name) => statSync(join(assets, `${name}.br`)).size)
  const sum = bytes.reduce((a, b) => a + b)
  assert.ok(sum <= 10 * 1024, `${sum} bytes of ${[...fetched, ...styles]}`)
})

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
