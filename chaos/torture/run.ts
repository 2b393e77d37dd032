import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { connect } from '#server/db/connection.ts'
import { silentLog } from '#server/observability/log.ts'
import { addProducts, lineFor, someAddress } from '#tests/support/factories.ts'
import { until } from '#tests/support/process.ts'
import { administer, upload } from './admins.ts'
import { openClient } from './client.ts'
import type { House } from './environment.ts'
import type { Cause } from './faults.ts'
import { compareBooks, compareMoney } from './invariants.ts'
import { openLedger } from './ledger.ts'
import { checkPictures } from './pictures.ts'
import { startProbe } from './probe.ts'
import type { Random } from './random.ts'
import { type Crowd, logIn, PASSWORD, type Person, shop } from './shoppers.ts'

/** A shop that is away longer than that is not coming back. */
const GONE_MS = 60_000
/** The provider repeats a message after 1, 5, 20, 60 and 300 seconds; a job that failed waits longer each time. */
const SETTLE_MS = 330_000
const SHOPPERS = 5
const POTS = 400

export type Befallen = { name: string; isKill: boolean; backMs: number }
export type Outcome = {
  befallen: Befallen[]
  problems: string[]
  orders: number
  payments: number
  answers: number
  pages: number
  pictures: number
  settleMs: number
}

export type Plan = {
  random: Random
  /** What befalls the house, in this order, for as long as there is time. */
  causes: readonly Cause[]
  secondsOf(cause: Cause): number
  endsAt: number
  /** A service that is back later than that was not back by itself. */
  backMs: number
  say(line: string): void
}

export async function torture(house: House, plan: Plan): Promise<Outcome> {
  const { random, say } = plan
  const people = await fillHouse(house)
  let isOver = false
  const ledger = openLedger(`${house.folder}/ledger.jsonl`)
  const crowd: Crowd = { house, ledger, pots: people.pots, isOver: () => isOver }
  const judge = openClient(house.url)
  await logIn(judge, people.judge.email)
  const probe = await startProbe(house, ['/', '/allproduct', `/productinfo/${people.pots[0]}`, '/faq'])
  const load = Promise.all([
    ...people.shoppers.map((who) => shop(crowd, who, random.another())),
    administer(crowd, people.admins[0] as Person, random.another()),
    upload(crowd, people.admins[1] as Person, random.another()),
  ])
  load.catch(() => {})

  const befallen: Befallen[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  const blame = (name: string, found: string[]) => {
    for (const problem of found) {
      problems.push(`after "${name}": ${problem}`)
      say(`✗ ${problem}`)
    }
  }
  for (const cause of plan.causes) {
    if (Date.now() > plan.endsAt) break
    await sleep(random.between(300, 1500))
    const seconds = plan.secondsOf(cause)
    await cause.befall(house, random, seconds)
    const backMs = await waitUntilBack(house, judge, people, ledger)
    befallen.push({ name: cause.name, isKill: cause.isKill === true, backMs })
    say(
      `${house.kind}: ${cause.name}${cause.isKill ? '' : `, ${seconds} s`}: back after ${(backMs / 1000).toFixed(1)} s`,
    )
    blame(cause.name, [
      ...(backMs > plan.backMs ? [`back only after ${Math.round(backMs / 1000)} s`] : []),
      ...(await compareBooks(house, ledger)),
      ...(await compareMoney(house)).problems,
      ...(await checkPictures(house, seen)),
      ...probe.failures.splice(0).map((failure) => `a page that was there: ${failure}`),
      ...house.shop.falls.splice(0).map((fall) => `the shop fell over by itself (${fall})`),
    ])
  }

  isOver = true
  await load
  await probe.stop()
  const began = Date.now()
  const last = await settle(house)
  blame('the end', [...last, ...(await compareBooks(house, ledger)), ...(await checkPictures(house, seen))])
  return {
    befallen,
    problems,
    orders: ledger.placed.size + ledger.paidOrders.size,
    payments: (await compareMoney(house)).settled,
    answers: ledger.answers(),
    pages: probe.answered(),
    pictures: seen.size,
    settleMs: Date.now() - began,
  }
}

/** Pots and people, past the shop. */
async function fillHouse(house: House) {
  await until('the shop is ready', () =>
    fetch(`${house.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  const { db, pool } = connect(house.databaseUrl, silentLog)
  try {
    // One hash for everybody: each takes a third of a second.
    const passwordHash = await hashPassword(PASSWORD)
    const make = async (name: string, role: 'user' | 'admin'): Promise<Person> => {
      const person = { name, email: `${name.toLowerCase()}@torture.example` }
      const uid = await insertAccount(db, { ...person, role, passwordHash })
      if (!uid) throw new Error(`${name} has an account already`)
      return { uid, ...person }
    }
    return {
      pots: await addProducts(
        db,
        Array.from({ length: POTS }, (_, n) => ({ title: `Pot ${n}` })),
      ),
      judge: await make('Judge', 'user'),
      admins: [await make('Adma', 'admin'), await make('Admb', 'admin')],
      shoppers: await Promise.all(Array.from({ length: SHOPPERS }, (_, n) => make(`Shopper${n}`, 'user'))),
    }
  } finally {
    await pool.end()
  }
}

/**
 * @returns how long it took after the cause had ended until somebody could order again, more people than the shop has
 * connections were known to it, and a public page showed what had just been changed
 */
async function waitUntilBack(
  house: House,
  judge: ReturnType<typeof openClient>,
  { judge: who, pots }: { judge: Person; pots: number[] },
  ledger: ReturnType<typeof openLedger>,
): Promise<number> {
  const began = performance.now()
  const key = crypto.randomUUID()
  // Nobody delivers this one: it is not in the admins' list.
  const pot = pots.at(-1) as number
  const fields = { ...someAddress, key, lines: JSON.stringify([lineFor(pot)]) }
  ledger.ask(key, { uid: who.uid, total: 495, kind: 'cash' })
  const get = (path: string) => judge.get(path).catch(() => undefined)
  let isChanged = false
  for (;;) {
    isChanged ||= await house.sql('update products set title = $2 where id = $1', [pot, `Pot ${key.slice(0, 8)}`]).then(
      () => true,
      () => false,
    )
    const [page, ...answers] = await Promise.all([
      get(`/productinfo/${pot}`),
      get('/readyz'),
      judge.post('/cart.data', fields),
      ...Array.from({ length: 12 }, () => get('/session')),
    ])
    const isFresh = isChanged && page?.status === 200 && page.text.includes(`Pot ${key.slice(0, 8)}`)
    if (isFresh && answers.every((answer) => answer?.status === 200)) return performance.now() - began
    if (performance.now() - began > GONE_MS) throw new Error('The shop does not come back at all')
    await sleep(50)
  }
}

/** Waits until all money is where it belongs. */
async function settle(house: House): Promise<string[]> {
  for (const end = Date.now() + SETTLE_MS; ; await sleep(250)) {
    const { problems, open } = await compareMoney(house)
    if (open.length === 0) return problems
    if (Date.now() > end) return [...problems, ...open.map((what) => `money without order or refund: ${what}`)]
  }
}
