import { setTimeout as sleep } from 'node:timers/promises'
import { grantOf, type Permission } from '#domain/permissions.ts'
import { type Answer, type Client, openClient, type Values } from './client.ts'
import type { TestEnvironment } from './environment.ts'
import type { Random } from './random.ts'
import { logIn, type Person, type Workload } from './shoppers.ts'

/** A button of the shop. */
export type Press = {
  /**
   * SQL that finds something to press it on: a column for each value, null for none. `me`: who presses. Undefined: it is no
   * button.
   */
  on?: string
  /** Fields that the address names too, behind its `?`. */
  query?: readonly string[]
  /** Adds what the database does not hold, such as a picture. Undefined: it is not there yet. */
  complete?(values: Values, random: Random, environment: TestEnvironment): Completed | Promise<Completed>
  /** Hidden fields that are read from the form's page. */
  opens?: readonly string[]
  /** SQL that stays true of `p`, the values as JSON, once the press was acknowledged. */
  kept?: string
  /** Compared with the other buttons; 1 unless it is said. */
  often?: number
}

type Completed = Values | undefined

/** By their rows of the permissions. */
export type Presses = { [Name in Permission]?: Press }

/** SQL: the row that this press has made, by the form's key. */
export const keyIn = (table: string) => `exists (select from ${table} where key = (p->>'key')::uuid)`
/** SQL: the audit names this press. */
export const audited = (action: string, subject: string) =>
  `exists (select from audit where action = '${action}' and subject = ${subject})`
/** SQL: one of these words. */
export const oneOf = (...words: string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + floor(random() * ${words.length})::integer]`

/** SQL: something to press a button on. $1: the account of who presses. */
export const findOne = (on: string) =>
  `with me as (select $1::text as id) select * from (${on}) as found order by random() limit 1`
/** SQL: what was not kept. $1: the values of the acknowledged presses. */
export const listLost = (kept: string) =>
  `select p::text as lost from jsonb_array_elements($1::jsonb) as p where not (${kept})`

export function csvOf(...rows: string[]): File {
  return new File([rows.join('\n')], 'table.csv')
}

/** Presses whatever this person may press, at random, until the run is over. */
export async function pressAtRandom(workload: Workload, person: Person, presses: Presses, random: Random) {
  const { environment, isOver } = workload
  const client = openClient(environment.url)
  await logIn(client, person.email)
  const mine = (Object.entries(presses) as [Permission, Press][])
    .filter(([name, { on }]) => on && grantOf(name, person))
    .flatMap((entry) => Array.from({ length: entry[1].often ?? 1 }, () => entry))
  while (!isOver()) {
    await sleep(random.between(50, 350))
    const [name, press] = random.oneOf(mine)
    const { on, complete = (given: Values) => given, opens = [] } = press
    const [found] = await environment
      .sql<Record<string, unknown>>(findOne(on ?? ''), [person.userId])
      .catch((error: { code?: string }) => {
        // The query is wrong; otherwise the database is away.
        if (error.code?.startsWith('42')) throw new Error(`${name}: ${error}`)
        return []
      })
    if (!found) continue
    const texts = Object.entries(found).flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]]))
    const values = await complete(Object.fromEntries(texts), random, environment)
    if (!values) continue
    const hidden = opens.length > 0 ? await client.readHidden(addressOf(name, press, values).join(''), opens) : {}
    if (hidden) await send(workload, client, { name, press, values: { ...values, ...hidden }, person, random })
  }
}

type Sent = { name: Permission; press: Press; values: Values; person: Person; random: Random }

/** A request without an answer is repeated, now and then from two tabs at once. */
async function send({ ledger, isOver }: Workload, client: Client, { name, press, values, person, random }: Sent) {
  const [path, fields] = formOf(name, press, values)
  ledger.pressed(name, values)
  while (!isOver()) {
    const tabs = random.chance(0.15) ? 2 : 1
    const answers = await Promise.all(Array.from({ length: tabs }, () => client.post(path, fields)))
    if (answers.some(isAcknowledged)) return ledger.acknowledged(name, values)
    // Its state has changed meanwhile, or it is gone.
    const refused = answers.find((answer) => answer && answer.status >= 400 && answer.status < 500)
    if (refused && refused.status !== 401) return ledger.refused(name, refused)
    if (answers.some(isLoggedOut)) await logIn(client, person.email)
    await sleep(random.between(100, 400))
  }
}

/** 202: a form that leads to another page. */
function isAcknowledged(answer: Answer | undefined): boolean {
  return answer?.status === 200 || (answer?.status === 202 && !isLoggedOut(answer))
}

/** A skewed clock ends sessions. */
function isLoggedOut(answer: Answer | undefined): boolean {
  return answer?.status === 401 || (answer?.status === 202 && /"\/(login|confirm)\b/.test(answer.text))
}

/** These addresses have no page. */
const PLAIN = /\/(save|items|request)$/

function formOf(name: Permission, press: Press, values: Values): [path: string, fields: Values] {
  const [, pattern = '', intent] = name.split(' ')
  const [path, query] = addressOf(name, press, values)
  const fields = Object.entries(values).filter(([field]) => !pattern.split('/').includes(`:${field}`))
  return [
    (PLAIN.test(path) ? path : `${path}.data`) + query,
    { ...Object.fromEntries(fields), ...(intent && { intent }) },
  ]
}

function addressOf(name: Permission, { query = [] }: Press, values: Values): [path: string, query: string] {
  const [, pattern = ''] = name.split(' ')
  const path = pattern.replaceAll(/:(\w+)/g, (_, field: string) => String(values[field]))
  const named = new URLSearchParams(query.map((field) => [field, String(values[field])]))
  return [path, query.length > 0 ? `?${named}` : '']
}
