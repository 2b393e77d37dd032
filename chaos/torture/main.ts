// npm run torture: chaos tests of a real shop under load. Faults are injected one after the other; every order that the shop
// acknowledges is kept in a ledger outside it, and the invariants are checked after each fault. See docs/testing.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type EnvironmentKind, openEnvironment, type TestEnvironment } from './environment.ts'
import { type Fault, faults, NEEDS_EXTERNAL } from './faults.ts'
import { openRandom, type Random } from './random.ts'
import { type InjectedFault, type Outcome, torture } from './run.ts'

const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '50' },
    environment: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const seed = Number(flags.seed)
const kinds = (['embedded', 'external'] as const).filter((kind) => !flags.environment || kind === flags.environment)
const faketime = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))
/** Duration of the faults that have one. */
const seconds: Record<string, number> = flags.short
  ? { 'pause PostgreSQL': 3, 'blackhole the database network': 3 }
  : {
      'pause PostgreSQL': 30,
      'blackhole the database network': 12,
      'cut the database network': 6,
      'skew the clock': 6,
    }
/** The promised recovery time. The short run must pass on busy machines too, so it mainly checks that nothing is lost. */
const RECOVERY_MS = flags.short ? 30_000 : 10_000
const DEFAULT_SECONDS = flags.short ? 2 : 4
/** Time to start the shop, and for the last payments to settle. */
const STARTUP_MS = 240_000

console.log(`Torture with --seed ${seed}${flags.short ? ', short' : `, ${flags.minutes} minutes at most`}`)
const outcomes: Outcome[] = []
for (const [index, kind] of kinds.entries()) {
  const share = (Number(flags.minutes) * 60_000) / kinds.length
  outcomes.push(await tortureEnvironment(kind, openRandom(seed + index), Date.now() + share))
}
process.exitCode = report(outcomes)
if (!flags.short) await testOverloadAndShutdown()

async function tortureEnvironment(kind: EnvironmentKind, random: Random, endsAt: number): Promise<Outcome> {
  const environment = await openEnvironment(kind, faketime)
  const timer = setTimeout(
    () => {
      console.error('The torture run did not finish in time')
      process.exit(1)
    },
    endsAt - Date.now() + 2 * STARTUP_MS,
  )
  let isPassed = false
  try {
    const outcome = await torture(environment, {
      random,
      faults: selectFaults(environment, random),
      secondsOf: ({ name }) => seconds[name] ?? DEFAULT_SECONDS,
      endsAt,
      recoveryMs: RECOVERY_MS,
      log: (line) => console.log(`  ${line}`),
    })
    isPassed = outcome.problems.length === 0
    return outcome
  } finally {
    clearTimeout(timer)
    await environment.close({ keepFolder: !isPassed || flags.keep })
  }
}

/** The short run injects each fault once; the long one `--kills` kills, and every other fault three times between them. */
function selectFaults(environment: TestEnvironment, random: Random): Fault[] {
  const possible = faults.filter((fault) => {
    const reason = fault.unavailable(environment)
    if (reason && reason !== NEEDS_EXTERNAL) console.log(`  Skipped: ${fault.name} (${reason})`)
    return reason === undefined
  })
  if (flags.short) {
    const names =
      environment.kind === 'embedded' ? /^kill|image/ : /network|pause|PostgreSQL disk|locks|connections|skew/
    return random.shuffled(possible.filter(({ name }) => names.test(name)))
  }
  const kills = possible.filter(({ isKill }) => isKill)
  const others = possible.filter(({ isKill }) => !isKill)
  const wanted = Math.ceil(Number(flags.kills) / kinds.length)
  return random.shuffled([
    ...Array.from({ length: wanted }, () => random.oneOf(kills)),
    ...others,
    ...others,
    ...others,
  ])
}

/** Overload and graceful shutdown are in test files, each with a shop of its own. */
async function testOverloadAndShutdown(): Promise<void> {
  const files = ['one-shop', 'shutdown'].map((name) =>
    join(import.meta.dirname, `../../tests/integration/${name}.test.ts`),
  )
  const [code] = await once(spawn(process.execPath, ['--test', ...files], { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
}

function report(all: Outcome[]): number {
  const injected = all.flatMap((outcome) => outcome.injected)
  const table = Array.from(
    Map.groupBy(injected, ({ name }) => name),
    ([fault, times]) => ({
      fault,
      times: times.length,
      'recovered after s, median': secondsAtQuantile(times, 0.5),
      worst: secondsAtQuantile(times, 1),
    }),
  )
  console.table(table)
  const presses = countPresses(all)
  console.table(presses)
  const sum = (of: (outcome: Outcome) => number) => all.reduce((total, outcome) => total + of(outcome), 0)
  console.log(
    `${injected.length} faults; ${sum(({ orders }) => orders)} orders acknowledged, ${sum(({ payments }) => payments)} payments settled, ` +
      `${sum(({ acknowledgements }) => acknowledgements)} acknowledgements in the ledger, ${sum(({ pages }) => pages)} pages checked, ` +
      `${sum(({ images }) => images)} image files intact; last payment settled after ` +
      `${Math.max(...all.map(({ settleMs }) => settleMs)) / 1000} s`,
  )
  const kills = injected.filter(({ isKill }) => isKill).length
  const problems = [
    ...all.flatMap((outcome) => outcome.problems),
    ...(flags.short || kills >= Number(flags.kills) ? [] : [`only ${kills} of ${flags.kills} kills in this time`]),
  ]
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(
    problems.length === 0
      ? 'Nothing was lost, duplicated or left half done.'
      : `${problems.length} problems; --seed ${seed}`,
  )
  return problems.length === 0 && injected.length > 0 ? 0 : 1
}

/** Each address with the reason for which it was refused most often. */
function countPresses(all: Outcome[]) {
  const counts = Map.groupBy(
    all.flatMap(({ presses }) => [...presses]),
    ([name]) => name,
  )
  return Array.from(counts, ([address, parts]) => {
    const refusals = parts.flatMap(([, count]) => [...count.refusals]).sort(([, a], [, b]) => b - a)
    return {
      address,
      pressed: parts.reduce((sum, [, { pressed }]) => sum + pressed, 0),
      acknowledged: parts.reduce((sum, [, { acknowledged }]) => sum + acknowledged.length, 0),
      'refused most often': refusals[0]?.[0] ?? '',
    }
  }).sort((a, b) => (a.address < b.address ? -1 : 1))
}

function secondsAtQuantile(times: InjectedFault[], share: number): number {
  const sorted = times.map(({ recoveryMs }) => recoveryMs).sort((a, b) => a - b)
  const ms = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return Math.round(ms / 100) / 10
}
