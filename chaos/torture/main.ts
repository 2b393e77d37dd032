// npm run torture: a real shop under load, and everything that can befall it. Every yes of the shop is written down outside
// it, and compared with its books after each cause. See docs/operating.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type House, type HouseKind, openHouse } from './environment.ts'
import { type Cause, causes } from './faults.ts'
import { openRandom, type Random } from './random.ts'
import { type Befallen, type Outcome, torture } from './run.ts'

const { values: flags } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '50' },
    house: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const seed = Number(flags.seed)
const kinds = (['own', 'rented'] as const).filter((kind) => !flags.house || kind === flags.house)
const faketime = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file))
/** How long a cause lasts, where it lasts. */
const seconds: Record<string, number> = flags.short
  ? { 'stop PostgreSQL': 3, 'let the line fall silent': 3 }
  : { 'stop PostgreSQL': 30, 'let the line fall silent': 12, 'cut the line': 6, 'skew the clock': 6 }
/** What is promised; the short run, which is for every machine however busy, asks whether anything is lost. */
const BACK_MS = flags.short ? 30_000 : 10_000
const USUAL_SECONDS = flags.short ? 2 : 4
/** To open, and for the last money to settle. */
const OPENING_MS = 240_000

console.log(`Torture with --seed ${seed}${flags.short ? ', short' : `, ${flags.minutes} minutes at most`}`)
const outcomes: Outcome[] = []
for (const [index, kind] of kinds.entries()) {
  // Those who come later have what is left of the time.
  const share = (Number(flags.minutes) * 60_000) / kinds.length
  outcomes.push(await tortureOne(kind, openRandom(seed + index), Date.now() + share))
}
process.exitCode = report(outcomes)
if (!flags.short) await tryManners()

async function tortureOne(kind: HouseKind, random: Random, endsAt: number): Promise<Outcome> {
  const house = await openHouse(kind, faketime)
  const timer = setTimeout(
    () => {
      console.error('The torture itself hangs')
      process.exit(1)
    },
    endsAt - Date.now() + 2 * OPENING_MS,
  )
  let isWell = false
  try {
    const outcome = await torture(house, {
      random,
      causes: choose(house, random),
      secondsOf: ({ name }) => seconds[name] ?? USUAL_SECONDS,
      endsAt,
      backMs: BACK_MS,
      say: (line) => console.log(`  ${line}`),
    })
    isWell = outcome.problems.length === 0
    return outcome
  } finally {
    clearTimeout(timer)
    await house.close(isWell && !flags.keep)
  }
}

/** Each cause once in the short run; else as many kills as were asked for, and between them everything else, three times. */
function choose(house: House, random: Random): Cause[] {
  const possible = causes.filter((cause) => {
    const missing = cause.missing(house)
    if (missing && !(house.kind === 'own' && /rented|own/.test(missing)))
      console.log(`  Not tried: ${cause.name} (${missing})`)
    return missing === undefined
  })
  if (flags.short) {
    const ofThis = house.kind === 'own' ? /^kill|pictures/ : /line|stop|fill the disk of PostgreSQL|hold|take|skew/
    return random.shuffled(possible.filter(({ name }) => ofThis.test(name)))
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

/** Ten times too many people, and a closing under load: each a test of its own, in a house of its own. */
async function tryManners(): Promise<void> {
  const files = ['overload.test.ts', '../shutdown.test.ts'].map((name) => join(import.meta.dirname, name))
  const [code] = await once(spawn(process.execPath, ['--test', ...files], { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
}

function report(all: Outcome[]): number {
  const befallen = all.flatMap((outcome) => outcome.befallen)
  const table = Array.from(
    Map.groupBy(befallen, ({ name }) => name),
    ([cause, times]) => ({
      cause,
      times: times.length,
      'back after s, median': secondsAt(times, 0.5),
      worst: secondsAt(times, 1),
    }),
  )
  console.table(table)
  const sum = (of: (outcome: Outcome) => number) => all.reduce((total, outcome) => total + of(outcome), 0)
  console.log(
    `${befallen.length} causes; ${sum(({ orders }) => orders)} orders acknowledged, ${sum(({ payments }) => payments)} payments settled, ` +
      `${sum(({ answers }) => answers)} answers in the ledger, ${sum(({ pages }) => pages)} pages looked at, ` +
      `${sum(({ pictures }) => pictures)} picture files whole; last money settled after ` +
      `${Math.max(...all.map(({ settleMs }) => settleMs)) / 1000} s`,
  )
  const kills = befallen.filter(({ isKill }) => isKill).length
  const problems = [
    ...all.flatMap((outcome) => outcome.problems),
    ...(flags.short || kills >= Number(flags.kills) ? [] : [`only ${kills} of ${flags.kills} kills in this time`]),
  ]
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(
    problems.length === 0 ? 'Nothing was lost, doubled or half done.' : `${problems.length} problems; --seed ${seed}`,
  )
  return problems.length === 0 && befallen.length > 0 ? 0 : 1
}

function secondsAt(times: Befallen[], share: number): number {
  const sorted = times.map(({ backMs }) => backMs).sort((a, b) => a - b)
  const ms = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return Math.round(ms / 100) / 10
}
