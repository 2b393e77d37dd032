// The steps of `npm run check` and `npm test`. Each prints one line, and its output only when it failed.
import fs from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, node24, root } from './ready.mjs'
import { stopIfInterrupted, tryRun } from './run.mjs'
import { keepTemporaryFilesInMemory } from './temporary-files.mjs'

keepTemporaryFilesInMemory()

/** The environment without settings of a shop, because DATABASE_URL could be that of a real one. */
const env = {
  ...process.env,
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  NODE_COMPILE_CACHE: compileCache,
}
// A test keeps this file in step with server/config/variables.ts, which Node 18 cannot read.
for (const [, name] of (await readFile(join(root, '.env.example'), 'utf8')).matchAll(/^#([A-Z0-9_]+)=/gm))
  delete env[name]

/** tests/browser/support/report.ts begins lines about flaky tests with it. */
const FLAKY = '? passed only at the second try'
/** tests/support/preload.ts begins a line about a test file that hangs with it. */
const HUNG = 'Test file did not end'

/** One more than cores: some tests wait for a database that is away, or for a whole shop. */
const PROCESSES = 3

/** The groups of tests that run in Node. */
const NODE_TESTS = {
  unit: [
    'domain/**/*.test.ts',
    'sandbox/**/*.test.ts',
    'server/**/*.test.ts',
    'web/**/*.test.ts',
    'scripts/*.test.ts',
    'tests/*.test.ts',
    'chaos/torture/*.test.ts',
  ],
  process: ['tests/integration/*.test.ts', 'tests/security/*.test.ts', 'chaos/fuzz/*.test.ts'],
  // Whole shops that are killed, flooded or run side by side; then those that repeat less often in the groups above
  // (tests/support/rounds.ts).
  chaos: [
    'chaos/{attacks,faults,instances}/*.test.ts',
    'tests/integration/courier-model.test.ts',
    'tests/integration/messages-once.test.ts',
    'tests/integration/payments-model.test.ts',
    'tests/security/code-guessing.test.ts',
    'tests/security/http-edges.test.ts',
    'tests/security/texts.test.ts',
    'server/accounts/codes/login.test.ts',
    'tests/integration/hostile-backups.test.ts',
    'server/catalog/filters/listing.test.ts',
    'server/catalog/images/decoder.test.ts',
    'tests/integration/models.test.ts',
    'tests/integration/upgrade.test.ts',
  ],
}

/** The browser's part of `npm test`: buying, getting in, the back office's daily work, and what a browser alone can see of it. */
const JOURNEYS = [
  'tests/browser/checkout/purchase-journey.spec.ts',
  'tests/browser/checkout/exactly-once.spec.ts',
  'tests/browser/checkout/pay.spec.ts',
  'tests/browser/account/login.spec.ts',
  'tests/browser/admin/products.spec.ts',
  'tests/browser/admin/edit.spec.ts',
  'tests/browser/admin/dispatch-many.spec.ts',
  'tests/browser/admin/search.spec.ts',
  'tests/browser/returns/ask.spec.ts',
  'tests/browser/storefront/product.spec.ts',
  'tests/browser/quality/accessibility.spec.ts',
  'tests/browser/quality/keyboard.spec.ts',
  'tests/browser/quality/live.spec.ts',
  'tests/browser/quality/no-script.spec.ts',
]

/** Not in `npm test`: each takes five seconds or more, or keeps a process waiting, and guards what few changes touch. */
const SLOW = [
  'server/backup/hostile-contents.test.ts',
  'server/catalog/filters/listing.test.ts',
  'server/catalog/images/decoder.test.ts',
  'server/cli/main.test.ts',
  'server/db/back-office-lists.test.ts',
  'server/documents/typeset.test.ts',
  'server/jobs.test.ts',
  'tests/integration/hostile-backups.test.ts',
  'tests/integration/messages-once.test.ts',
  'tests/integration/models.test.ts',
  'tests/integration/upgrade.test.ts',
  'tests/integration/workers.test.ts',
  'tests/security/account-emails.test.ts',
  'tests/security/burnt-codes.test.ts',
  'tests/security/code-guessing.test.ts',
  'tests/security/http-edges.test.ts',
  'tests/security/regular-expressions.test.ts',
  'tests/security/texts.test.ts',
  'tests/security/uploads.test.ts',
]

for (const file of [...JOURNEYS, ...SLOW])
  if (!fs.existsSync(join(root, file)))
    throw new Error(`A list of scripts/steps.mjs names ${file}, which does not exist`)

/** Run first, so that no process is left alone with one of them at the end. */
const LONGEST = [
  'chaos/attacks/real-shop.test.ts',
  'chaos/faults/payments-kill.test.ts',
  'chaos/faults/worker-exceptions.test.ts',
  'tests/security/permissions.test.ts',
  'tests/integration/members.test.ts',
  'tests/integration/one-shop.test.ts',
  'tests/integration/upgrade.test.ts',
  'tests/security/uploads.test.ts',
  'tests/integration/lifecycle.test.ts',
  'tests/integration/storefront.test.ts',
  'tests/integration/workers.test.ts',
  'tests/security/staff-permissions.test.ts',
  'tests/security/burnt-codes.test.ts',
  'tests/integration/courier-model.test.ts',
  'tests/integration/new-shop.test.ts',
  'server/catalog/images/decoder.test.ts',
  'server/cli/main.test.ts',
  'server/backup/backup.test.ts',
  'server/backup/hostile-contents.test.ts',
  'server/jobs.test.ts',
  'server/catalog/products.test.ts',
]

/** Checks only what has changed since the last time; checkers side by side would take twice the CPU time. */
const TSC_OPTIONS = [
  '--incremental',
  '--tsBuildInfoFile',
  join(root, 'node_modules', '.cache', 'tsc.json'),
  '--checkers',
  '1',
]

/** Types, lint, format and unused code. @returns {{ passed: number, failed: number }} */
export async function runStaticChecks() {
  return sum([
    await step('types', [tool('react-router'), 'typegen'], [tool('tsc'), '--pretty', 'false', ...TSC_OPTIONS]),
    await step('lint and format', [tool('biome'), 'ci', '--colors=off', '--error-on-warnings', '.']),
    await step('unused code', [tool('knip')]),
  ])
}

/**
 * Files that failed are run once more, because other work on the machine can make a test fail. Those that pass only then are
 * printed, so that somebody makes them reliable.
 * @param group unit, process or chaos
 * @param files to run instead of the group; they are not run again
 * @param isShort leaves the slow ones out
 * @returns {{ passed: number, failed: number }}
 */
export async function runNodeTests(group, testEnv, { files = [], isShort = false } = {}) {
  const { failedFiles, ...first } = await runOnce(group, testEnv, files, isShort)
  if (files.length > 0 || failedFiles.length === 0) return first
  const second = await runOnce(group, testEnv, failedFiles)
  if (second.failed > 0) return { passed: first.passed, failed: first.failed }
  for (const file of failedFiles) console.log(`${FLAKY}: ${file}`)
  return { passed: first.passed + first.failed, failed: 0 }
}

/** @returns {{ passed: number, failed: number, failedFiles: string[] }} */
function runOnce(group, testEnv, files, isShort = false) {
  return inTemporaryFolder(async (folder) => {
    const commands =
      files.length > 0
        ? [['--test', `--test-concurrency=${PROCESSES}`, '--test-timeout=120000', ...reporters(folder, 0), ...files]]
        : together(folder, filesOf(group, isShort), PROCESSES)
    const preload = `--import=${new URL('../tests/support/preload.ts', import.meta.url)}`
    // Fewer collections of short-lived objects.
    const all = commands.map((command) => ['--max-semi-space-size=32', preload, ...command])
    // React's development build renders at a third of the speed.
    const also = {
      ...testEnv,
      ...(group !== 'unit' && { NODE_ENV: 'production' }),
      ...(group === 'chaos' && { GAMLA_TEST_ROUNDS: 'all' }),
    }
    const taps = () => Promise.all(all.map((_, number) => readFile(join(folder, `${number}.tap`), 'utf8')))
    const counts = await suite(`${group} tests`, all, also, async () => sum((await taps()).map(countTap)))
    return { ...counts, failedFiles: counts.failed > 0 ? findFailedFiles(await taps().catch(() => [])) : [] }
  })
}

/** None if a process ended before it could name them all. */
function findFailedFiles(taps) {
  if (!taps.every((tap) => /^# fail \d+$/m.test(tap))) return []
  return taps.flatMap((tap) => [...tap.matchAll(/^not ok \d+ - (\S+\.test\.ts)$/gm)].map(([, file]) => file))
}

function filesOf(group, isShort) {
  const all = NODE_TESTS[group].flatMap((pattern) => fs.globSync(pattern, { cwd: root }).sort())
  const files = isShort ? all.filter((file) => !SLOW.includes(file)) : all
  return [...LONGEST.filter((file) => files.includes(file)), ...files.filter((file) => !LONGEST.includes(file))]
}

/** The commands of processes that share the test files. */
function together(folder, files, processes) {
  const script = fileURLToPath(new URL('../tests/support/together.ts', import.meta.url))
  return Array.from({ length: processes }, (_, n) => [...reporters(folder, n), script, folder, ...files])
}

/** One reporter prints failures; the other writes a file to count tests from. */
function reporters(folder, number) {
  const values = ['spec', 'stdout', 'tap', join(folder, `${number}.tap`)]
  return values.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`)
}

function countTap(tap) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') + count('cancelled') }
}

/**
 * @param args for Playwright, such as a file
 * @param isShort runs the journeys alone
 * @returns {{ passed: number, failed: number }}
 */
export function runBrowserTests(testEnv, chromePath, { args = [], isShort = false } = {}) {
  return inTemporaryFolder((folder) => {
    const counts = join(folder, 'counts.json')
    const NODE_OPTIONS = `--import=${new URL('../tests/support/fast-drizzle.ts', import.meta.url)}`
    const also = { ...testEnv, NODE_OPTIONS, GAMLA_TEST_COUNTS: counts, ...(chromePath && { CHROME_PATH: chromePath }) }
    return suite('browser tests', [[tool('playwright'), 'test', ...(isShort ? JOURNEYS : args)]], also, async () =>
      JSON.parse(await readFile(counts, 'utf8')),
    )
  })
}

async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-steps-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Counts an exception in set-up work as a failed step. */
export async function prepare(label, work) {
  const started = Date.now()
  try {
    const value = await work()
    return { value, passed: 0, failed: 0 }
  } catch (error) {
    stopIfInterrupted()
    report(label, started, false, error.message)
    return { passed: 0, failed: 1 }
  }
}

export function sum(results) {
  return results.reduce((all, { passed, failed }) => ({ passed: all.passed + passed, failed: all.failed + failed }), {
    passed: 0,
    failed: 0,
  })
}

/** Prints the last line. @returns {number} the exit code */
export function conclude({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

/** Runs a test runner, in one process or several. Running no test at all is a failure. */
async function suite(label, commands, also, count) {
  const started = Date.now()
  const options = { cwd: root, env: { ...env, ...also } }
  const results = await Promise.all(commands.map((args) => tryRun(node24, args, options)))
  const bad = results.filter(({ code }) => code !== 0)
  let { passed, failed } = await count().catch(() => ({ passed: 0, failed: 0 }))
  if (failed === 0 && (bad.length > 0 || passed === 0)) failed = 1
  const hint = passed === 0 && bad.length === 0 ? 'No test ran.' : ''
  report(`${label}: ${passed} passed, ${failed} failed`, started, failed === 0, hint + bad.map(failures).join('\n'))
  const lines = results.flatMap(({ output }) => output.split('\n'))
  if (failed === 0) for (const line of lines) if (line.startsWith(FLAKY)) console.log(line)
  return { passed, failed }
}

/** Node repeats the failed tests at the end, below this heading. */
function failures({ output }) {
  const hung = output.split('\n').filter((line) => line.startsWith(HUNG))
  const at = output.lastIndexOf('failing tests:')
  return [...hung, at < 0 ? output : output.slice(at)].join('\n')
}

async function step(label, ...commands) {
  const started = Date.now()
  for (const args of commands) {
    const { code, output } = await tryRun(node24, args, { cwd: root, env })
    if (code === 0) continue
    report(label, started, false, output)
    return { passed: 0, failed: 1 }
  }
  report(label, started, true)
  return { passed: 1, failed: 0 }
}

function report(label, started, isGood, output = '') {
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${isGood ? '✓' : '✗'} ${label} (${seconds} s)`)
  if (!isGood) console.log(output.trimEnd())
}

function tool(name) {
  return join(root, 'node_modules', '.bin', name)
}
