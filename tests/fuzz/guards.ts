import type { Person } from '#tests/permissions-world.ts'
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
    // No jobs are done in this shop, so it is not ready.
    ...(status >= 500 && text !== 'not ready: jobs' ? [`status ${status}`] : []),
    ...TRACES.filter((trace) => trace.test(text)).map((trace) => `a trace: ${trace.exec(text)?.[0]}`),
    ...secrets.filter((secret) => whole.includes(secret)).map((secret) => `a secret: ${secret.slice(0, 6)}…`),
    ...(headers.toLowerCase().includes('x-content-type-options') ? [] : ['no protecting headers']),
  ]
}

/**
 * The tables, or those rows of them, that this person may not change, whatever they ask for. What they may add is a
 * message, a wish, an account; members also add orders and ask to cancel their own.
 */
export function guardsFor(who: Person, uid: string | undefined): Record<string, string> {
  if (who === 'admin') return { roles: `select id, role from "user" where role = 'admin'` }
  const me = uid ?? ''
  const others = `user_id <> '${me}'`
  return {
    products: `select p.* from products as p where ${who === 'seller' || who === 'otherSeller' ? `user_id is distinct from '${me}'` : 'true'}`,
    approvals: `select id from products where approved or featured`,
    roles: `select id, role from "user" where role <> 'user'`,
    people: `select u.id, u.name, u.email, u.role from "user" as u where created_at < '2026-01-01' or id = '${me}'`,
    passwords: `select user_id, password from account where user_id in (select id from "user" where email like 'some%' or email ~ '^(user|seller|admin|other)')`,
    orders: `select o.* from orders as o where ${others}`,
    states: `select id, status, delivered_at, total_amount, payment_id from orders where id in (select id from orders where status = 'delivered')`,
    lines: `select l.* from order_lines as l join orders as o on o.id = l.order_id where o.${others}`,
    audit: `select a.* from audit as a where actor_id <> '${me}'`,
    letters: `select id, state, tries from letters where state = 'failed'`,
    payments: 'select * from payments',
    refunds: 'select * from refunds',
  }
}
