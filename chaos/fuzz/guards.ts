import type { Person } from '#tests/support/permissions/permissions-harness.ts'
import type { ReceivedResponse } from './send.ts'

/** Internals that must never appear in a response: stack traces, paths, SQL errors. */
const TRACES = [
  /\n\s+at (async )?[\w.<>]+ \(/,
  /node:internal|node_modules\/|\/server\/[\w-]+\.ts:\d|build\/server\/index\.js/,
  /Failed query:|syntax error at or near|violates (check|foreign|unique|not-null)|relation "\w+"|invalid input syntax/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|PostgresError): /,
]

/** Checks one response. @returns a description of each violation */
export function checkResponse({ status, headers, text }: ReceivedResponse, secrets: readonly string[]): string[] {
  const whole = `${headers}\n${text}`
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...listLeaks(whole, secrets),
    ...(headers.toLowerCase().includes('x-content-type-options') ? [] : ['missing security headers']),
  ]
}

/** Checks everything that was received on one connection. */
export function checkRawResponses(said: string, secrets: readonly string[]): string[] {
  const statuses = Array.from(said.matchAll(/HTTP\/1\.1 (5\d\d)/g), ([, status]) => `status ${status}`)
  return [...statuses, ...listLeaks(said, secrets)]
}

function listLeaks(text: string, secrets: readonly string[]): string[] {
  return [
    ...TRACES.filter((trace) => trace.test(text)).map((trace) => `a trace: ${trace.exec(text)?.[0]}`),
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `a secret: ${secret.slice(0, 6)}…`),
  ]
}

/** Rows that a user must not be able to change. `mayGrow`: new rows may be added, existing ones stay. */
export type Guard = { query: string; mayGrow?: true }

/** Anyone may add messages, product requests and accounts; users also add, pay and cancel their own orders. */
export function guardsFor(who: Person, userId: string | undefined): Record<string, Guard> {
  if (who === 'admin') return { roles: { query: `select id, role from "user" where role = 'admin'` } }
  const me = userId ?? ''
  const others = `user_id <> '${me}'`
  const isSeller = who === 'seller' || who === 'otherSeller'
  return {
    products: {
      // Buyers who edit or withdraw a published review change the rating that is counted from it.
      query: `select to_jsonb(p) - 'rating' - 'review_count' from products as p where ${isSeller ? `user_id is distinct from '${me}'` : 'true'}`,
    },
    approvals: { query: 'select id from products where approved or featured' },
    roles: { query: `select id, role from "user" where role <> 'user'` },
    people: { query: 'select id, name, email, role from "user"', mayGrow: true },
    passwords: { query: 'select user_id, password from account', mayGrow: true },
    sessions: { query: `select id, user_id, token from session where ${others}`, mayGrow: true },
    orders: { query: `select o.* from orders as o where ${others}` },
    states: { query: `select id, delivered_at, total_amount, payment_id from orders where status = 'delivered'` },
    lines: { query: `select l.* from order_lines as l join orders as o on o.id = l.order_id where o.${others}` },
    checkouts: { query: `select c.* from checkouts as c where ${others}` },
    messages: { query: 'select m.* from contact_messages as m', mayGrow: true },
    reviews: { query: `select r.* from reviews as r where user_id is distinct from '${me}'` },
    returns: { query: `select r.* from return_requests as r where user_id is distinct from '${me}'` },
    vouchers: { query: `select v.* from vouchers as v where ${others}`, mayGrow: true },
    payouts: {
      query: `select p.* from payout_details as p join return_requests as q on q.id = p.request_id where q.${others}`,
    },
    wishlists: { query: `select w.* from wishlist_items as w where ${others}` },
    productRequests: { query: 'select r.* from product_raise as r', mayGrow: true },
    audit: { query: `select a.* from audit as a where actor_id <> '${me}'` },
    // Emails that the provider rejects may join these rows during the run.
    emails: { query: `select id, state, tries from sent_messages where state = 'failed'`, mayGrow: true },
    payments: { query: 'select * from payments' },
    refunds: { query: 'select * from refunds' },
  }
}

/** The rows of each guard at one moment. */
export type Snapshot = Map<string, { rows: Set<string>; mayGrow: boolean }>

type Sql = (text: string) => Promise<{ rows: { digest: string }[] }>

export async function takeSnapshot(sql: Sql, who: Person, userId: string | undefined): Promise<Snapshot> {
  const guarded: Snapshot = new Map()
  for (const [name, { query, mayGrow = false }] of Object.entries(guardsFor(who, userId))) {
    const { rows } = await sql(`select md5(t::text) as digest from (${query}) as t`)
    guarded.set(name, { rows: new Set(rows.map(({ digest }) => digest)), mayGrow })
  }
  return guarded
}

/** @returns the names of the guards whose rows changed */
export function listChanged(before: Snapshot, after: Snapshot): string[] {
  return [...before.keys()].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (!was || !is) return true
    return [...was.rows].some((row) => !is.rows.has(row)) || (!was.mayGrow && is.rows.size > was.rows.size)
  })
}
