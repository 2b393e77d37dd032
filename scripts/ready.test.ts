import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'

/** A project whose npm is this script: it appends its arguments to `asked`, and may fail. */
async function openProject(t: TestContext, npm: string) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-ready-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  for (const name of ['ready.mjs', 'run.mjs']) await cp(join(import.meta.dirname, name), join(folder, 'scripts', name))
  await writeFile(join(folder, 'package-lock.json'), '{"packages":{}}')
  const script = join(folder, 'npm-cli.js')
  await writeFile(
    script,
    `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
     appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n')
     const succeed = () => { mkdirSync('node_modules/.bin', { recursive: true }); writeFileSync('node_modules/.bin/node', '') }
     ${npm}`,
  )
  return {
    install: () =>
      promisify(execFile)(process.execPath, ['-e', "import('./scripts/ready.mjs').then(({ install }) => install())"], {
        cwd: folder,
        env: { ...process.env, npm_execpath: script, NODE_OPTIONS: '' },
      }),
    asked: async () => (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n'),
  }
}

test('an installation takes cached packages without asking for them, and runs once', async (t) => {
  const project = await openProject(t, 'succeed()')
  await project.install()
  await project.install()
  const asked = await project.asked()
  assert.equal(asked.length, 1)
  assert.match(asked[0] ?? '', /^ci .*--prefer-offline$/)
})

test('an installation asks for everything when the cache does not know a version', async (t) => {
  const project = await openProject(t, "process.argv.includes('--prefer-offline') ? process.exit(1) : succeed()")
  await project.install()
  const asked = await project.asked()
  assert.equal(asked.length, 2)
  assert.doesNotMatch(asked[1] ?? '', /prefer-offline/)
})

test('an installation that fails says what npm said', async (t) => {
  const project = await openProject(t, "console.error('no such package'); process.exit(1)")
  await assert.rejects(project.install(), /no such package/)
})
