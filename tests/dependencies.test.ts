import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { build, loadConfigFromFile } from 'vite'

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

test('a build that finds none of the modules that ours stand for says so', async () => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts')
  const plugins = loaded?.config.plugins?.filter((it) => it && 'name' in it && it.name === 'own-router-parts')
  const input = new URL('../domain/money.ts', import.meta.url).pathname
  const attempt = build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, rolldownOptions: { input } },
  })
  await assert.rejects(
    attempt,
    /fog-of-war\.js, router\/instrumentation\.js, dom\/ssr\/errorBoundaries\.js, dom\/ssr\/links\.js any more/,
  )
})
