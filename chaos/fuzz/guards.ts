import type { Person } from '#tests/support/permissions-harness.ts'
import type { Heard } from './send.ts'

/** Traces of our code, of the database and of the machine, none of which concerns anybody outside. */
const TRACES = [
  /\n\s+at (async )?[\w.<>]+ \(/,
  /node:internal|node_modules\/|\/server\/[\w-]+\.ts:\d|build\/server\/index\.js/,
  /Failed query:|syntax error at or near|violates (check|foreign|unique|not-null)|relation "\w+"|invalid input syntax/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|PostgresError): /,
]

/** What may be wrong with an answer: the names of what is. */
export function listWrongs({ status, headers, text }: Heard, secrets: readonly string[]): string[] {
  const whole = `${headers}\n${text}`
  return [
    ...(status >= 500 ? [`status ${status}`] : []),
    ...listLeaks(whole, secrets),
    ...(headers.toLowerCase().includes('x-content-type-options') ? [] : ['no protecting headers']),
  ]
}

/** What may be wrong with all that was answered on a connection, to several requests or to none. */
export function listWrongsOfMany(said: string, secrets: readonly string[]): string[] {
  const statuses = Array.from(said.matchAll(/HTTP\/1\.1 (5\d\d)/g), ([, status]) => `status ${status}`)
  return [...statuses, ...listLeaks(said, secrets)]
}

function listLeaks(text: string, secrets: readonly string[]): string[] {
  return [
    ...TRACES.filter((trace) => trace.test(text)).map((trace) => `a trace: ${trace.exec(text)?.[0]}`),
    ...secrets.filter((secret) => text.includes(secret)).map((secret) => `a secret: ${secret.slice(0, 6)}…`),
  ]
}

/** Rows that somebody may not change, whatever they ask for; where a table may grow, those that were there stay as they were. */
export type Guard = { query: string; mayGrow?: true }

/** What this person may add is a message, a wish, an account; members also add orders, pay, and ask to cancel their own. */
export function guardsFor(who: Person, uid: string | undefined): Record<string, Guard> {
  if (who === 'admin') return { roles: { query: `select id, role from "user" where role = 'admin'` } }
  const me = uid ?? ''
  const others = `user_id <> '${me}'`
  const isSeller = who === 'seller' || who === 'otherSeller'
  return {
    products: {
      query: `select p.* from products as p where ${isSeller ? `user_id is distinct from '${me}'` : 'true'}`,
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
    wishes: { query: 'select r.* from product_raise as r', mayGrow: true },
    audit: { query: `select a.* from audit as a where actor_id <> '${me}'` },
    // One that its service refuses joins them by itself.
    emails: { query: `select id, state, tries from letters where state = 'failed'`, mayGrow: true },
    payments: { query: 'select * from payments' },
    refunds: { query: 'select * from refunds' },
  }
}

/** The rows behind each guard, as they are now. */
export type Guarded = Map<string, { rows: Set<string>; mayGrow: boolean }>

type Sql = (text: string) => Promise<{ rows: { digest: string }[] }>

export async function readGuards(sql: Sql, who: Person, uid: string | undefined): Promise<Guarded> {
  const guarded: Guarded = new Map()
  for (const [name, { query, mayGrow = false }] of Object.entries(guardsFor(who, uid))) {
    const { rows } = await sql(`select md5(t::text) as digest from (${query}) as t`)
    guarded.set(name, { rows: new Set(rows.map(({ digest }) => digest)), mayGrow })
  }
  return guarded
}

/** @returns the names of what is other than it was, and should not be */
export function listChanged(before: Guarded, after: Guarded): string[] {
  return [...before.keys()].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (!was || !is) return true
    return [...was.rows].some((row) => !is.rows.has(row)) || (!was.mayGrow && is.rows.size > was.rows.size)
  })
}
