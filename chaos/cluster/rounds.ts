import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compare, listFingerprints, type Verdict } from './checks.ts'
import { createRandom, shuffle, until } from './commands.ts'
import { findHealthy, getPrimary, listPrimaries, openDatabases, query } from './databases.ts'
import { describeFaults, type Fault } from './faults.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { DatabaseMachine } from './network.ts'
import { type Onlookers, openOnlookers } from './observers.ts'
import { type Product, startShoppers } from './shoppers.ts'
import { openShops } from './shops.ts'

/** What one fault came to. Seconds count from the moment it struck. */
export type Outcome = {
  fault: Fault
  from: DatabaseMachine
  to: DatabaseMachine
  /** The longest time without an acknowledged order. */
  silence: number
  /** When orders flowed again, and when both open pages showed one of those. */
  flowing: number
  seen: number
  /** After it was healed: until there were a primary and two standbys again. */
  healed: number
  unclear: number
  acknowledged: number
  visits: ReturnType<Onlookers['takeVisits']>
} & Verdict

export type Report = { outcomes: Outcome[]; refusals: readonly string[]; identical: boolean; acknowledged: number }

type Options = {
  folder: string
  binaries: string
  rounds: number
  faults: readonly Fault[]
  seed: number
  signal: AbortSignal
}

export const FLOWING_SECONDS = 30
/** Longer than any failover; what has not come back by then will not. */
const GIVE_UP_SECONDS = 75
const HEAL_SECONDS = 90

export async function tryRounds({ folder, binaries, rounds, faults, seed, signal }: Options): Promise<Report> {
  const random = createRandom(seed)
  console.log('Opening three databases and two shops …')
  const databases = await openDatabases(folder, binaries, signal)
  const ways = describeFaults(databases)
  const shops = await openShops(folder, signal)
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const onlookers = await openOnlookers(shops.admin)
  try {
    const shoppers = await startShoppers({ ledger, products: await listProducts(), random })
    const outcomes: Outcome[] = []
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of shuffle(faults, random)) outcomes.push(await suffer(fault))
    }
    await inTime(shoppers.stop(), 'the shoppers know of every order', signal)
    const identical = await until('all machines hold the same', areIdentical, { seconds: 30, signal })
    return { outcomes, refusals: ledger.refusals, identical, acknowledged: ledger.listAcknowledged().length }
  } catch (error) {
    await onlookers.photograph(folder).catch(() => {})
    throw error
  } finally {
    await onlookers.close()
    await ledger.close()
  }

  async function suffer(fault: Fault): Promise<Outcome> {
    const { happens, strike, heal } = ways[fault]
    await sleep(2000 + random() * 3000, undefined, { signal })
    const newest = Math.max(...ledger.listAcknowledged().map(({ orderId }) => orderId))
    await until('both open pages show the newest order', () => onlookers.showOrder(newest), { seconds: 20, signal })
    const from = await getPrimary()
    const before = { unclear: ledger.unclear(), acknowledged: ledger.listAcknowledged().length }
    onlookers.takeVisits()
    console.log(`${from}: ${happens} …`)
    const struck = performance.now()
    await strike(from)
    const since = () => (performance.now() - struck) / 1000

    const limits = { seconds: GIVE_UP_SECONDS, signal }
    const to = await until('there is another primary', () => findOther(from), limits)
    const back = await until('orders flow again', async () => findFirstAfter(ledger, struck), limits)
    const flowing = (back.at - struck) / 1000
    await until('both open pages show it', () => onlookers.showOrder(back.orderId), limits)
    const seen = since()
    // A while in which the old primary could do harm, if it still could.
    await sleep(3000, undefined, { signal })

    const beganHealing = performance.now()
    await heal(from)
    await until('there are a primary and two standbys again', findHealthy, { seconds: HEAL_SECONDS, signal })
    const healed = (performance.now() - beganHealing) / 1000
    const silence = ledger.longestSilence(struck).seconds
    if (shops.hasEnded()) throw new Error('A shop has ended')
    const outcome = {
      ...{ fault, from, to, silence, flowing, seen, healed },
      unclear: ledger.unclear() - before.unclear,
      acknowledged: ledger.listAcknowledged().length - before.acknowledged,
      visits: onlookers.takeVisits(),
      ...(await compare(ledger, await getPrimary())),
    }
    console.log(`  orders flowed again after ${flowing.toFixed(1)} s, pages showed it after ${seen.toFixed(1)} s`)
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

/** The first order that was acknowledged after a silence of a second or more; what was on its way is no sign of life. */
function findFirstAfter(ledger: Ledger, struck: number): { at: number; orderId: number } | undefined {
  const { seconds, over } = ledger.longestSilence(struck)
  if (seconds < 1 || over === Number.POSITIVE_INFINITY) return undefined
  return ledger.listAcknowledged().find(({ at }) => at === over)
}

async function areIdentical(): Promise<boolean> {
  const prints = await listFingerprints().catch(() => [])
  return prints.length === 3 && new Set(prints).size === 1
}

function inTime<T>(work: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
  const late = sleep(60_000, undefined, { signal, ref: false }).then(() => {
    throw new Error(`Waited 60 s in vain until ${what}`)
  })
  return Promise.race([work, late])
}
