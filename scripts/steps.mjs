// The steps of `npm run check` and `npm test`: each says in one line how it went, and all it has to say only when it failed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache, node24, root } from './ready.mjs'
import { stopIfInterrupted, tryRun } from './run.mjs'

/** What happens to be set in the shell must not reach a test: DATABASE_URL could be the shop's own. */
const env = {
  ...process.env,
  NODE_ENV: 'test',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  NODE_COMPILE_CACHE: compileCache,
}
for (const name of Object.keys(env)) {
  if (
    /^(PORT|HOST|WEB_CONCURRENCY|DATA_DIR|DATABASE_URL|PUBLIC_URL|TRUST_PROXY|S3_.*|RAZORPAY_.*|RATE_LIMIT_FACTOR|METRICS_TOKEN|SANDBOX|SHOP_SECRET|EMAILJS_.*|WEB3FORMS_.*)$/.test(
      name,
    )
  )
    delete env[name]
}

/** How tests/browser/support/report.ts begins the line about a test that is to be mended although it passed. */
const SECOND_TRY = '? passed only at the second try'

/** @param also steps that only `npm test` has  @returns {{ passed: number, failed: number }} */
export async function runChecks(testEnv, also = []) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-steps-'))
  try {
    // Two lanes, for two cores.
    const results = await Promise.all([
      limitConcurrency(
        () => step('types', [tool('react-router'), 'typegen'], [tool('tsc'), '--pretty', 'false']),
        () => step('lint and format', [tool('biome'), 'ci', '--colors=off', '--diagnostic-level=error', '.']),
        () => step('unused code', [tool('knip')]),
        ...also,
      ),
      nodeTests(join(folder, 'tap'), testEnv),
    ])
    return sum(results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A minute of faults in a real shop, always the same ones. */
export function tortureShortly() {
  return step('torture, one minute', ['chaos/torture/main.ts', '--short', '--seed', '3'])
}

/** @returns {{ passed: number, failed: number }} */
export async function runBrowser(testEnv, chromePath) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-steps-'))
  const counts = join(folder, 'counts.json')
  const also = { ...testEnv, GAMLA_TEST_COUNTS: counts, ...(chromePath && { CHROME_PATH: chromePath }) }
  try {
    return await suite('browser tests', [tool('playwright'), 'test'], also, async () =>
      JSON.parse(await readFile(counts, 'utf8')),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A step of our own making, so that what goes wrong in it is counted like everything else. */
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

/** The last line. @returns {number} the exit code */
export function conclude({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function nodeTests(tapFile, testEnv) {
  const reporters = ['spec', 'stdout', 'tap', tapFile]
  const flags = reporters.map((value, i) => `--test-reporter${i % 2 ? '-destination' : ''}=${value}`)
  const files = [
    'domain/**/*.test.ts',
    'sandbox/**/*.test.ts',
    'scripts/*.test.ts',
    'server/**/*.test.ts',
    'web/**/*.test.ts',
    'tests/*.test.ts',
    'tests/integration/*.test.ts',
    'tests/security/*.test.ts',
    'chaos/**/*.test.ts',
  ]
  const command = ['--test', '--test-concurrency=2', '--test-timeout=120000', ...flags, ...files]
  return suite('unit and database tests', command, testEnv, async () => countTap(await readFile(tapFile, 'utf8')))
}

function countTap(tap) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') + count('cancelled') }
}

/** A program that runs many tests. One that ran none has not done its work. */
async function suite(label, args, also, count) {
  const started = Date.now()
  const { code, output } = await tryRun(node24, args, { cwd: root, env: { ...env, ...also } })
  let { passed, failed } = await count().catch(() => ({ passed: 0, failed: 0 }))
  if (failed === 0 && (code !== 0 || passed === 0)) failed = 1
  const hint = passed === 0 && code === 0 ? 'No test ran.' : ''
  report(`${label}: ${passed} passed, ${failed} failed`, started, failed === 0, hint + failures(output))
  if (failed === 0) for (const line of output.split('\n')) if (line.startsWith(SECOND_TRY)) console.log(line)
  return { passed, failed }
}

/** Node repeats the failed tests at the end, below this headline. */
function failures(output) {
  const at = output.lastIndexOf('failing tests:')
  return at < 0 ? output : output.slice(at)
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

async function limitConcurrency(...works) {
  const results = []
  for (const work of works) results.push(await work())
  return sum(results)
}

function report(label, started, isGood, output = '') {
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${isGood ? '✓' : '✗'} ${label} (${seconds} s)`)
  if (!isGood) console.log(output.trimEnd())
}

function tool(name) {
  return join(root, 'node_modules', '.bin', name)
}
