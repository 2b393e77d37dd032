import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRandom } from '#chaos/torture/random.ts'
import { until } from './commands.ts'
import { findHealthy, getPrimary, listPrimaries, openDatabases, query } from './databases.ts'
import { describeFaults, type Fault } from './faults.ts'
import { checkOrders, type InvariantViolations, listFingerprints } from './invariants.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { DatabaseMachine } from './network.ts'
import { type Observers, openObservers } from './observers.ts'
import { type Product, startShoppers } from './shoppers.ts'
import { openShops } from './shops.ts'

/** The result of one fault. Seconds count from its injection. */
export type Outcome = {
  fault: Fault
  from: DatabaseMachine
  to: DatabaseMachine
  /** The longest time without an acknowledged order. */
  outage: number
  /** When orders were acknowledged again, and when both open pages showed one of them. */
  resumed: number
  shown: number
  /** From healing until a primary and two standbys were running again. */
  healed: number
  unclear: number
  acknowledged: number
  visits: ReturnType<Observers['takeVisits']>
} & InvariantViolations

export type Report = { outcomes: Outcome[]; refusals: readonly string[]; identical: boolean; acknowledged: number }

type Options = {
  folder: string
  binaries: string
  rounds: number
  faults: readonly Fault[]
  seed: number
  signal: AbortSignal
}

export const RECOVERY_SECONDS = 30
/** Longer than any expected failover. */
const GIVE_UP_SECONDS = 75
const HEAL_SECONDS = 90

export async function runRounds({ folder, binaries, rounds, faults, seed, signal }: Options): Promise<Report> {
  const random = openRandom(seed)
  console.log('Starting three databases and two shops …')
  const databases = await openDatabases(folder, binaries, signal)
  const injections = describeFaults(databases)
  const shops = await openShops(folder, signal)
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const observers = await openObservers(shops.admin)
  try {
    const shoppers = await startShoppers({ ledger, products: await listProducts(), random })
    const outcomes: Outcome[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of random.shuffled(faults)) outcomes.push(await injectAndMeasure(fault))
    }
    await withTimeout(shoppers.stop(), 'every order has a known outcome', signal)
    const identical = await until('all machines hold the same', areIdentical, { seconds: 30, signal })
    return { outcomes, refusals: ledger.refusals, identical, acknowledged: ledger.listAcknowledged().length }
  } catch (error) {
    await observers.screenshot(folder).catch(() => {})
    throw error
  } finally {
    await observers.close()
    await ledger.close()
  }

  async function injectAndMeasure(fault: Fault): Promise<Outcome> {
    const { description, inject, heal } = injections[fault]
    await sleep(random.between(2000, 5000), undefined, { signal })
    const newest = Math.max(...ledger.listAcknowledged().map(({ orderId }) => orderId))
    await until('both open pages show the newest order', () => observers.showOrder(newest), { seconds: 20, signal })
    const from = await getPrimary()
    const before = { unclear: ledger.unclear(), acknowledged: ledger.listAcknowledged().length }
    observers.takeVisits()
    console.log(`${from}: ${description} …`)
    const injectedAt = performance.now()
    await inject(from)
    const since = () => (performance.now() - injectedAt) / 1000

    const limits = { seconds: GIVE_UP_SECONDS, signal }
    const to = await until('there is another primary', () => findOther(from), limits)
    const back = await until('orders resume', async () => findFirstAfter(ledger, injectedAt), limits)
    const resumed = (back.at - injectedAt) / 1000
    await until('both open pages show it', () => observers.showOrder(back.orderId), limits)
    const shown = since()
    // Time for the old primary to do damage, if it still could.
    await sleep(3000, undefined, { signal })

    const beganHealing = performance.now()
    await heal(from)
    await until('there are a primary and two standbys again', findHealthy, { seconds: HEAL_SECONDS, signal })
    const healed = (performance.now() - beganHealing) / 1000
    const outage = ledger.longestOutage(injectedAt).seconds
    if (shops.hasEnded()) throw new Error('A shop has exited')
    const outcome = {
      ...{ fault, from, to, outage, resumed, shown, healed },
      unclear: ledger.unclear() - before.unclear,
      acknowledged: ledger.listAcknowledged().length - before.acknowledged,
      visits: observers.takeVisits(),
      ...(await checkOrders(ledger, await getPrimary())),
    }
    console.log(`  orders resumed after ${resumed.toFixed(1)} s, open pages showed one after ${shown.toFixed(1)} s`)
    return outcome
  }
}

async function listProducts(): Promise<Product[]> {
  const rows = await query<{ id: string; size: string; price: number }>(
    await getPrimary(),
    `select id, size_code as size, price::integer as price from products p where approved
     and not exists (select from order_lines l where l.product_id = p.id and l.delivered_at is not null)`,
    { database: 'gamla' },
  )
  return rows.map(({ id, size, price }) => ({ id: Number(id), sizeCode: size, price }))
}

async function findOther(than: DatabaseMachine): Promise<DatabaseMachine | undefined> {
  return (await listPrimaries()).find((name) => name !== than)
}

/** The first order after an outage of at least a second; acknowledgements that were already in flight do not count. */
function findFirstAfter(ledger: Ledger, injectedAt: number): { at: number; orderId: number } | undefined {
  const { seconds, over } = ledger.longestOutage(injectedAt)
  if (seconds < 1 || over === Number.POSITIVE_INFINITY) return undefined
  return ledger.listAcknowledged().find(({ at }) => at === over)
}

async function areIdentical(): Promise<boolean> {
  const prints = await listFingerprints().catch(() => [])
  return prints.length === 3 && new Set(prints).size === 1
}

function withTimeout<T>(work: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
  const late = sleep(60_000, undefined, { signal, ref: false }).then(() => {
    throw new Error(`Timed out after 60 s: ${what}`)
  })
  return Promise.race([work, late])
}
