import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guardRouteCode } from './route-code.ts'

test('code that React Router began to load before is set by both, and nobody minds', async () => {
  const table: Record<string, unknown> = {}
  const module = 'data:text/javascript,export const name = "list"'
  Object.assign(globalThis, {
    window: { __reactRouterRouteModules: table, __reactRouterManifest: { routes: { list: { id: 'list', module } } } },
  })
  try {
    guardRouteCode()
    const loaded = (await table.list) as { name: string }
    assert.equal(loaded.name, 'list')
    table.list = loaded
    assert.equal(table.list, loaded)
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
  }
})
