// /styleguide shows every component, so that a new one cannot be forgotten there.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { read, targetsOf } from '#tests/support/architecture/source-file.ts'

const root = join(import.meta.dirname, '../..')

test('/styleguide and the root layout use every component of web/ui', () => {
  const components = globSync('web/ui/**/*.tsx', { cwd: root }).map((file) => file.split(sep).join('/'))
  assert.ok(components.length > 30)
  const used = reachedFrom('web/styleguide/styleguide.tsx', 'web/root.tsx')
  assert.deepEqual(
    components.filter((file) => !used.has(file)),
    [],
  )
})

/** All files of ours that these import, directly or indirectly. */
function reachedFrom(...open: string[]): Set<string> {
  const reached = new Set<string>()
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path) || !/\.tsx?$/.test(path) || !existsSync(join(root, path))) continue
    reached.add(path)
    open.push(...targetsOf(path, read(path, readFileSync(join(root, path), 'utf8')).imports))
  }
  return reached
}
