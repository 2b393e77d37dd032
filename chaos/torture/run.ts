import { setTimeout as sleep } from 'node:timers/promises'
import type { Permission } from '#domain/permissions.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { lineFor, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { assertSalesAgree } from '#tests/support/fixtures/sales-agree.ts'
import { openClient } from './client.ts'
import type { TestEnvironment } from './environment.ts'
import type { Fault } from './faults.ts'
import { checkImages } from './images.ts'
import { checkMoney, checkOrders } from './invariants.ts'
import { openLedger, type PressCount } from './ledger.ts'
import { simulateMeta } from './meta.ts'
import { pressAtRandom } from './press.ts'
import { presses } from './presses.ts'
import { startProbe } from './probe.ts'
import type { Random } from './random.ts'
import { checkRecords } from './record-invariants.ts'
import { seedData } from './seed.ts'
import { logIn, type Person, simulateShopper, type Workload } from './shoppers.ts'

/** A shop that is down for longer will not recover by itself. */
const GIVE_UP_MS = 60_000
/** The sandbox repeats a webhook after 1, 5, 20, 60 and 300 seconds, and failed jobs back off. */
const SETTLE_MS = 330_000

export type InjectedFault = { name: string; isKill: boolean; recoveryMs: number }
export type Outcome = {
  injected: InjectedFault[]
  problems: string[]
  orders: number
  payments: number
  acknowledgements: number
  pages: number
  images: number
  settleMs: number
  presses: ReadonlyMap<Permission, PressCount>
}

export type Plan = {
  random: Random
  /** Injected in this order until `endsAt`. */
  faults: readonly Fault[]
  secondsOf(fault: Fault): number
  endsAt: number
  /** The longest recovery that still passes. */
  recoveryMs: number
  log(line: string): void
}

export async function torture(environment: TestEnvironment, plan: Plan): Promise<Outcome> {
  const { random, log } = plan
  const seeded = await seedData(environment)
  let isOver = false
  const ledger = openLedger(`${environment.folder}/ledger.jsonl`)
  const workload: Workload = { environment, ledger, isOver: () => isOver }
  const canary = openClient(environment.url)
  await logIn(canary, seeded.canary.email)
  const probe = await startProbe(environment, ['/', '/allproduct', `/productinfo/${seeded.pot}`, '/faq'])
  const load = Promise.all([
    ...seeded.shoppers.map((shopper) => simulateShopper(workload, shopper, random.fork())),
    ...[...seeded.shoppers, ...seeded.staff, ...seeded.invited].map((person) =>
      pressAtRandom(workload, person, presses, random.fork()),
    ),
    simulateMeta(workload, random.fork()),
  ])
  load.catch(() => {})

  const injected: InjectedFault[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  const reportProblems = (name: string, found: string[]) => {
    for (const problem of found) {
      problems.push(`after "${name}": ${problem}`)
      log(`✗ ${problem}`)
    }
  }
  for (const fault of plan.faults) {
    if (Date.now() > plan.endsAt) break
    await sleep(random.between(300, 1500))
    const seconds = plan.secondsOf(fault)
    await fault.inject(environment, random, seconds)
    const recoveryMs = await waitForRecovery(environment, canary, seeded, ledger)
    injected.push({ name: fault.name, isKill: fault.isKill === true, recoveryMs })
    log(
      `${environment.kind}: ${fault.name}${fault.isKill ? '' : `, ${seconds} s`}: recovered after ${(recoveryMs / 1000).toFixed(1)} s`,
    )
    reportProblems(fault.name, [
      ...(recoveryMs > plan.recoveryMs ? [`recovered only after ${Math.round(recoveryMs / 1000)} s`] : []),
      ...(await checkOrders(environment, ledger)),
      ...(await checkRecords(environment, ledger, presses)),
      ...(await checkMoney(environment)).problems,
      ...(await checkImages(environment, seen)),
      ...probe.failures.splice(0).map((failure) => `a cached page failed: ${failure}`),
      ...environment.shop.crashes.splice(0).map((crash) => `the shop crashed (${crash})`),
    ])
  }

  isOver = true
  await load
  await probe.stop()
  const began = Date.now()
  const unsettled = await settle(environment)
  reportProblems('the end', [
    ...unsettled,
    ...(await checkOrders(environment, ledger)),
    ...(await checkRecords(environment, ledger, presses)),
    ...(await checkImages(environment, seen)),
  ])
  return {
    injected,
    problems,
    orders: ledger.placed.size + ledger.paidOrders.size,
    payments: (await checkMoney(environment)).settled,
    acknowledgements: ledger.acknowledgements(),
    pages: probe.answered(),
    images: seen.size,
    settleMs: Date.now() - began,
    presses: ledger.presses,
  }
}

/**
 * Measures recovery after the fault has ended: an order is placed, more sessions than the shop has database connections are
 * answered, and a public page shows a change that was just made.
 *
 * @returns milliseconds
 */
async function waitForRecovery(
  environment: TestEnvironment,
  canary: ReturnType<typeof openClient>,
  { canary: account, pot }: { canary: Person; pot: number },
  ledger: ReturnType<typeof openLedger>,
): Promise<number> {
  const began = performance.now()
  const key = crypto.randomUUID()
  const fields = { ...someAddress, key, lines: JSON.stringify([lineFor(pot)]) }
  ledger.recordIntent(key, { userId: account.userId, total: 495, kind: 'cash' })
  const get = (path: string) => canary.get(path).catch(() => undefined)
  let isChanged = false
  for (;;) {
    isChanged ||= await environment
      .sql('update products set title = $2 where id = $1', [pot, `Canary ${key.slice(0, 8)}`])
      .then(
        () => true,
        () => false,
      )
    const [page, ...answers] = await Promise.all([
      get(`/productinfo/${pot}`),
      get('/readyz'),
      canary.post('/cart.data', fields),
      ...Array.from({ length: 12 }, () => get('/session')),
    ])
    const isFresh = isChanged && page?.status === 200 && page.text.includes(`Canary ${key.slice(0, 8)}`)
    if (isFresh && answers.every((answer) => answer?.status === 200)) return performance.now() - began
    if (performance.now() - began > GIVE_UP_MS) throw new Error('The shop did not recover')
    await sleep(50)
  }
}

/** Waits until every captured payment is an order or a processed refund, and every delivery has its invoice. */
async function settle(environment: TestEnvironment): Promise<string[]> {
  for (const end = Date.now() + SETTLE_MS; ; await sleep(250)) {
    const { problems, open } = await checkMoney(environment)
    const deliveries = await environment.sql('select from open_deliveries')
    if (open.length === 0 && deliveries.length === 0) return [...problems, ...(await checkSales(environment))]
    if (Date.now() > end) return [...problems, ...open.map((payment) => `not settled: ${payment}`)]
  }
}

/** The sales ledger, GSTR-1 and the sales report of all days are the same money. */
async function checkSales(environment: TestEnvironment): Promise<string[]> {
  const { db, pool } = connect(environment.databaseUrl, silentLog)
  try {
    await assertSalesAgree(db, { from: '2000-01-01', until: '2099-12-31' }, registered.gstin ?? '')
    return []
  } catch (error) {
    return [String(error)]
  } finally {
    await pool.end()
  }
}
