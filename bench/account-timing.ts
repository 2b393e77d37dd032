import { setTimeout as sleep } from 'node:timers/promises'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { compare } from './distributions.ts'
import { type Metric, under } from './metric.ts'

/** Half of the requests are for addresses that have an account. */
const TRIES = 2000
const ACCOUNTS = 20
const WARM_UP = 100
/** Below this, the difference would be chance in fewer than one of a hundred runs. */
const P_VALUE = 0.01
const QUEUED = 100

const FORMS: { work: string; path: string; fields: Record<string, string> }[] = [
  { work: 'login with a wrong password', path: '/login', fields: { password: 'not this one' } },
  { work: 'forgotten password', path: '/forgot-password', fields: {} },
  { work: 'asking for a code', path: '/login/code', fields: {} },
  { work: 'a wrong code', path: '/login/code', fields: { code: '000000' } },
]

/**
 * Can the time of an answer tell whether an address has an account? Passwords are hashed cheaply here, because the third of a
 * second that a real hash takes in both cases would hide a difference.
 */
export async function measure(): Promise<Metric[]> {
  const shop = await openTestShop({ env: { RATE_LIMIT_FACTOR: '9999' } })
  try {
    const delay = await measureDelay(shop)
    for (let n = 0; n < ACCOUNTS; n += 1) {
      const form = { name: 'Kavya', email: addressOf('known', n), password: 'terracotta 7' }
      await (await post(shop, '/signup', form)).text()
    }
    await shop.sql(
      `update "user" set email_verified = true where email like 'known%' and right(split_part(email, '@', 1), 1) < '5'`,
    )
    const metrics: Metric[] = []
    for (const { work, path, fields } of FORMS) metrics.push(await compareTimes(shop, work, path, fields))
    return [...metrics, under(`a code behind ${QUEUED} emails about orders`, delay, 5, 's')]
  } finally {
    await shop.close()
  }
}

async function compareTimes(
  shop: TestShop,
  work: string,
  path: string,
  fields: Record<string, string>,
): Promise<Metric> {
  const times: Record<'known' | 'other', number[]> = { known: [], other: [] }
  for (let n = -WARM_UP; n < TRIES; n += 1) {
    // In random order, so that a slow minute of the machine slows both.
    const kind =
      times.known.length >= TRIES / 2 || (times.other.length < TRIES / 2 && Math.random() < 0.5) ? 'other' : 'known'
    const email = addressOf(kind, Math.floor(Math.random() * ACCOUNTS))
    const began = performance.now()
    await (await post(shop, path, { ...fields, email })).text()
    if (n >= 0) times[kind].push(performance.now() - began)
  }
  const { slower, p, distance } = compare(times.known, times.other)
  return {
    work: `${work}: known address slower than an unknown one, of ${TRIES} tries`,
    ours: `${(slower * 100).toFixed(1)} % (p = ${p.toFixed(2)}, KS distance ${distance.toFixed(3)})`,
    wanted: `50 %, p of at least ${P_VALUE}`,
    good: p >= P_VALUE,
  }
}

/** Seconds until a code arrives while emails about orders wait, one sent each second. */
async function measureDelay(shop: TestShop): Promise<number> {
  const email = 'waiting@gamla.example'
  await shop.sql(
    `with queued as (
       insert into sent_messages (template, subject, params)
       select 'order-placed', 'bench ' || n, jsonb_build_object('email', 'queue@gamla.example', 'name', 'Kavya',
         'amount', '₹1', 'status', 'Hello', 'lines', '') from generate_series(1, $1) as n returning id)
     select graphile_worker.add_job('resend-email', json_build_object('emailId', id), queue_name => 'emails') from queued`,
    [QUEUED],
  )
  await waitForEmail(shop, 'queue@gamla.example')
  const began = performance.now()
  await (await post(shop, '/login/code', { email })).text()
  await waitForEmail(shop, email)
  const seconds = (performance.now() - began) / 1000
  await shop.sql(
    `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'resend-email'))`,
  )
  return seconds
}

async function waitForEmail({ url }: TestShop, email: string): Promise<void> {
  while (!(await (await fetch(`${url}/sandbox/inbox`)).text()).includes(email)) await sleep(50)
}

function addressOf(kind: 'known' | 'other', n: number): string {
  return `${kind}${String(n).padStart(3, '0')}@gamla.example`
}

function post({ url }: TestShop, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}
