import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { upsertSettings } from '#server/settings/queries.ts'
import { addProducts, lineFor, registered, someAddress } from '#tests/support/fixtures/factories.ts'
import { until } from '#tests/support/process.ts'
import { simulateAdmin, simulateUploads } from './admins.ts'
import { openClient } from './client.ts'
import { simulateDesk } from './desk.ts'
import type { TestEnvironment } from './environment.ts'
import type { Fault } from './faults.ts'
import { checkImages } from './images.ts'
import { checkMoney, checkOrders } from './invariants.ts'
import { openLedger } from './ledger.ts'
import { startProbe } from './probe.ts'
import type { Random } from './random.ts'
import { checkShipments } from './shipment-invariants.ts'
import { logIn, PASSWORD, type Person, simulateShopper, type Workload } from './shoppers.ts'

/** A shop that is down for longer will not recover by itself. */
const GIVE_UP_MS = 60_000
/** The sandbox repeats a webhook after 1, 5, 20, 60 and 300 seconds, and failed jobs back off. */
const SETTLE_MS = 330_000
const SHOPPERS = 5
const POTS = 400

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
  // The last pot is the canary's: an order of somebody else that is delivered would make it Sold.
  const workload: Workload = { environment, ledger, pots: seeded.pots.slice(0, -1), isOver: () => isOver }
  const canary = openClient(environment.url)
  await logIn(canary, seeded.canary.email)
  const probe = await startProbe(environment, ['/', '/allproduct', `/productinfo/${seeded.pots[0]}`, '/faq'])
  const load = Promise.all([
    ...seeded.shoppers.map((shopper) => simulateShopper(workload, shopper, random.fork())),
    simulateAdmin(workload, seeded.admins[0] as Person, random.fork()),
    simulateUploads(workload, seeded.admins[1] as Person, random.fork()),
    simulateDesk(workload, seeded.admins[2] as Person, random.fork()),
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
      ...(await checkShipments(environment, ledger)),
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
    ...(await checkShipments(environment, ledger)),
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
  }
}

/** Inserts products and accounts directly into the database. */
async function seedData(environment: TestEnvironment) {
  await until('the shop is ready', () =>
    fetch(`${environment.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  const { db, pool } = connect(environment.databaseUrl, silentLog)
  try {
    // One hash for all accounts: hashing takes a third of a second.
    const passwordHash = await hashPassword(PASSWORD)
    const make = async (name: string, role: 'user' | 'admin'): Promise<Person> => {
      const person = { name, email: `${name.toLowerCase()}@torture.example` }
      const userId = await insertAccount(db, { ...person, role, passwordHash, isEmailConfirmed: true })
      if (!userId) throw new Error(`${name} has an account already`)
      return { userId, ...person }
    }
    // The shop makes invoices for parcels only once it has a legal identity.
    await db.transaction((tx) => upsertSettings(tx, registered))
    return {
      pots: await addProducts(
        db,
        Array.from({ length: POTS }, (_, n) => ({ title: `Pot ${n}` })),
      ),
      canary: await make('Canary', 'user'),
      admins: [await make('Adma', 'admin'), await make('Admb', 'admin'), await make('Admc', 'admin')],
      shoppers: await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => make(`Shopper${n}`, 'user'))),
    }
  } finally {
    await pool.end()
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
  { canary: account, pots }: { canary: Person; pots: number[] },
  ledger: ReturnType<typeof openLedger>,
): Promise<number> {
  const began = performance.now()
  const key = crypto.randomUUID()
  // Simulated admins deliver only orders in `ledger.placed`, which this one never enters.
  const pot = pots.at(-1) as number
  const fields = { ...someAddress, key, lines: JSON.stringify([lineFor(pot)]) }
  ledger.recordIntent(key, { userId: account.userId, total: 495, kind: 'cash' })
  const get = (path: string) => canary.get(path).catch(() => undefined)
  let isChanged = false
  for (;;) {
    isChanged ||= await environment
      .sql('update products set title = $2 where id = $1', [pot, `Pot ${key.slice(0, 8)}`])
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
    const isFresh = isChanged && page?.status === 200 && page.text.includes(`Pot ${key.slice(0, 8)}`)
    if (isFresh && answers.every((answer) => answer?.status === 200)) return performance.now() - began
    if (performance.now() - began > GIVE_UP_MS) throw new Error('The shop did not recover')
    await sleep(50)
  }
}

/** Waits until every captured payment is an order or a processed refund. */
async function settle(environment: TestEnvironment): Promise<string[]> {
  for (const end = Date.now() + SETTLE_MS; ; await sleep(250)) {
    const { problems, open } = await checkMoney(environment)
    if (open.length === 0) return problems
    if (Date.now() > end) return [...problems, ...open.map((payment) => `not settled: ${payment}`)]
  }
}
