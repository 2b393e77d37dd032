import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerBuild } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { STAFF_ROLES } from '#domain/permissions.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { insertAccount } from '#server/accounts/queries.ts'
import { readConfig } from '#server/config.ts'
import { seal } from '#server/db/seal.ts'
import { type Log, silentLog } from '#server/observability/log.ts'
import { placeOrder } from '#server/orders/place.ts'
import { requirePermissions } from '#server/pages/permissions.ts'
import { deliverOrder } from '#server/parcels/deliver.ts'
import { type HttpServer, listen } from '#server/runtime/http-server.ts'
import type { Shop } from '#server/shop.ts'
import { cookiesOf } from '#tests/support/cookies.ts'
import { addProduct, addUser, lineFor, someAddress } from '#tests/support/fixtures/factories.ts'
import { testDatabase } from '#tests/support/postgres.ts'

export const people = ['guest', 'user', 'otherUser', 'seller', 'otherSeller', 'admin'] as const
/** Makes a request that whoever has the permission may send. */
export type Sample = (world: World, who: Person) => Ask | Promise<Ask>

export type Person = (typeof people)[number]
/** One of each role that every shop has, to whom nothing else belongs. */
export const staff = Object.keys(STAFF_ROLES) as StaffName[]
export type StaffName = keyof typeof STAFF_ROLES
type Member = Exclude<Person, 'guest'>

export type Ask = {
  method?: 'GET' | 'POST'
  path: string
  form?: Record<string, string | File>
  /** A text that only its owner sees; others with access see the page without it. */
  secret?: string
  /** The people who may read it, where the table of permissions does not say. */
  tells?: readonly Person[]
  /** Uses a session of its own, because the request ends it. */
  endsSession?: boolean | 'every'
}

type Fields = NonNullable<Ask['form']>

/** A form that is sent to the address, and with the intent, of its row. @param row without its method */
export function formFor(row: string, fields: (world: World) => Fields | Promise<Fields>): Record<string, Sample> {
  const [path = '', intent] = row.split(' ')
  return {
    [`POST ${row}`]: async (world) => ({ path, form: { ...(intent && { intent }), ...(await fields(world)) } }),
  }
}

export type Answer = {
  status: number
  location: string | undefined
  retryAfter: string | undefined
  type: string
  text: string
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** The shop can send emails, but no jobs run. */
const NO_EMAIL_SERVICE = {
  EMAILJS_URL: 'http://localhost:1',
  EMAILJS_SERVICE_ID: 'service',
  EMAILJS_TEMPLATE_ID: 'template',
  EMAILJS_USER_ID: 'public',
  EMAILJS_ACCESS_TOKEN: 'private',
}
const PASSWORD = 'a-long-password'
const SETTLE_MS = 400
const LISTEN_MS = 600

/** A whole shop on a real database, with users of every role and records that belong to them. */
export async function openWorld(env: NodeJS.ProcessEnv = {}, log: Log = silentLog) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-world-'))
  const database = await testDatabase()
  // Both from the build, because `instanceof` fails across two copies of a package.
  const { createApp, createListener, openShop, runJobs } = (await import(
    new URL('../../../build/server/index.js', import.meta.url).href
  )) as typeof import('#server/app.ts')
  const config = readConfig({ RATE_LIMIT_FACTOR: '100', ...NO_EMAIL_SERVICE, ...env, DATA_DIR: dataDir, PORT: '4999' })
  const shop = await openShop(config, database.url, log)
  const app = createApp(shop)
  let door: Promise<HttpServer> | undefined

  const users = Object.fromEntries(
    await Promise.all(people.slice(1).map(async (name) => [name, await makePerson(shop, name as Member)] as const)),
  ) as Record<Member, User>
  const cookies = new Map<Person | StaffName, string>()
  const oldSessions = new Map<Member, string>()
  for (const name of people.slice(1)) cookies.set(name, await logIn(users[name as Member]))
  for (const name of staff) {
    const member = await makePerson(shop, name)
    await shop.pool.query('update "user" set staff_role = $2 where id = $1', [member.userId, name])
    cookies.set(name, await logIn(member))
  }

  const { userId, name: username, email } = users.seller
  const pot = await addProduct(shop.db, { title: 'Pot for all', userId, username, email })
  const ids = {
    pot,
    sold: await addProduct(shop.db, { title: 'Sold pot' }),
    secret: await addProduct(shop.db, { title: 'Waiting secret pot', approved: false, userId, username, email }),
    orders: {
      user: await order(users.user, pot),
      seller: await order(users.seller, pot),
      admin: await order(users.admin, pot),
    },
  }
  await deliverOrder(shop, users.admin, await order(users.otherUser, ids.sold))

  async function logIn({ email }: User): Promise<string> {
    const answer = await app.request('http://localhost:4999/login', {
      method: 'POST',
      body: new URLSearchParams({ email, password: PASSWORD }),
      redirect: 'manual',
    })
    return cookiesOf(answer.headers)
  }

  async function logInLongAgo(who: Member): Promise<string> {
    const known = oldSessions.get(who)
    if (known) return known
    const cookie = await logIn(users[who])
    // Before the first request, because the shop keeps sessions in memory.
    await shop.pool.query(
      `update session set confirmed_at = now() - interval '16 minutes'
       where id = (select id from session where user_id = $1 order by created_at desc limit 1)`,
      [users[who].userId],
    )
    oldSessions.set(who, cookie)
    return cookie
  }

  async function order(who: User, product: ProductId): Promise<number> {
    const checkout = {
      key: crypto.randomUUID(),
      lines: [lineFor(product)],
      address: { ...someAddress, name: who.name },
    }
    const placed = await placeOrder(shop, who, checkout)
    if (!placed.ok) throw new Error(`An order for the test was refused: ${JSON.stringify(placed)}`)
    return placed.order.id
  }

  function request(path: string, cookie: string | undefined, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ accept: 'text/html', ...(cookie && { cookie }) })
    return Promise.resolve(app.request(`http://localhost:4999${path}`, { ...init, headers, redirect: 'manual' }))
  }

  /** Live streams are handled before the app. */
  async function openLine(cookie: string | undefined): Promise<Response> {
    door ??= listen('127.0.0.1', 0).then((opened) => {
      opened.open(createListener(shop))
      return opened
    })
    return fetch(`${(await door).url}/live`, cookie ? { headers: { cookie } } : {})
  }

  /** The error with which a shop with one more route refuses to start. */
  function startWith(path: string, module: object): void {
    createApp(shop, undefined, undefined, { [path]: { id: path, path, module } } as unknown as ServerBuild['routes'])
  }

  return {
    db: shop.db,
    images: shop.images,
    startWith,
    startWithEndpoint: (path: string) => requirePermissions({}, [{ method: 'GET', path }]),
    endpoints: app.routes.map(({ path }) => path),
    /** Background jobs, until the result is closed. */
    startJobs: () => runJobs(shop),
    /** Node's request listener, for tests that need a real connection. */
    listener: () => createListener(shop),
    cookieOf: (who: Person) => cookies.get(who),
    users,
    ids,
    /** Texts that only admins may read. */
    secrets: ['Waiting secret pot', someAddress.mobileNumber, users.otherSeller.email],

    /** @param longAgo in a session that gave its password too long ago */
    async ask(
      who: Person | StaffName,
      { method, path, form, endsSession }: Ask,
      { longAgo = false } = {},
    ): Promise<Answer> {
      const cookie = longAgo
        ? await logInLongAgo(who as Member)
        : endsSession && who in users
          ? await logIn(users[who as Member])
          : cookies.get(who)
      const answer = await request(path, cookie, {
        method: method ?? (form ? 'POST' : 'GET'),
        ...(form && { body: formOf(form) }),
      })
      if (endsSession === 'every' && who in users) {
        cookies.set(who, await logIn(users[who as Member]))
        oldSessions.delete(who as Member)
      }
      return {
        status: answer.status,
        location: answer.headers.get('location') ?? undefined,
        retryAfter: answer.headers.get('retry-after') ?? undefined,
        type: answer.headers.get('content-type') ?? '',
        text: await answer.text(),
      }
    },

    password: PASSWORD,
    /** By which a parcel is handed over at the counter. */
    pickUpCode: shop.trackingLinks.pickUpCode,
    /** A saved address of this person. */
    makeAddress: async (who: Member): Promise<number> => {
      const { rows } = await shop.pool.query(
        `insert into addresses (user_id, name, address, city, pincode, mobile_number)
         values ($1, 'Meera', $2, 'Pune', '411001', '9845000012') returning id`,
        [users[who].userId, crypto.randomUUID()],
      )
      return Number(rows[0].id)
    },
    /** Saved keys of Web3Forms. @returns their version */
    makeConnection: async (): Promise<string> => {
      const sealed = seal(shop.auth.secret, JSON.stringify({ WEB3FORMS_ACCESS_KEY: crypto.randomUUID() }))
      const { rows } = await shop.pool.query(
        "insert into connections (service, sealed) values ('web3forms', $1) returning version",
        [sealed],
      )
      return rows[0].version
    },
    /** Another session of this person, which nobody uses. */
    makeSession: async (who: Member): Promise<string> => {
      const { rows } = await shop.pool.query(
        `insert into session (id, token, user_id, expires_at)
         values (gen_random_uuid(), gen_random_uuid(), $1, now() + interval '1 day') returning id`,
        [users[who].userId],
      )
      return rows[0].id
    },
    makeDevice: async (who: Member): Promise<string> => {
      const { rows } = await shop.pool.query(
        `insert into push_devices (user_id, endpoint, p256dh, auth)
         values ($1, 'https://push.example/' || gen_random_uuid(), 'x', 'x') returning id`,
        [users[who].userId],
      )
      return rows[0].id
    },
    makeUser: async () => (await addUser(shop.db)).userId,
    makeProduct: (changes: Parameters<typeof addProduct>[1] = {}) => addProduct(shop.db, changes),
    makeFailedEmail: async (): Promise<number> => {
      const { rows } = await shop.pool.query(
        `insert into sent_messages (template, subject, params, state, problem)
         values ('order-placed', $1, $2, 'failed', 'no such template') returning id`,
        [
          `order ${crypto.randomUUID()}`,
          { email: users.user.email, name: 'Meera', amount: '₹495', status: 'Hello', lines: '' },
        ],
      )
      return Number(rows[0].id)
    },
    makeOrder: async (who: Member) => order(users[who], await addProduct(shop.db)),
    sql: (text: string, values: unknown[] = []) => shop.pool.query(text, values),

    /** Differs after a row that a request could change was written: each table's rows, and the latest transaction of one. */
    async digest(): Promise<string> {
      const tables = [
        'products',
        'orders',
        'order_lines',
        'product_raise',
        'audit',
        'uploads',
        'sent_messages',
        'contact_messages',
        'reviews',
        'return_requests',
        '"user"',
        'account',
        'addresses',
        'imports',
        'import_pictures',
        'verification',
        'staff_invites',
        'staff_roles',
        'saved_views',
        'wishlist_items',
        'wishlist_links',
        'notification_choices',
        'push_devices',
      ]
      const parts = tables.map(
        (name) => `(select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) from ${name})`,
      )
      const { rows } = await shop.pool.query<{ digest: string }>({
        name: 'digest',
        text: `select concat_ws(', ', ${parts.join(', ')}) as digest`,
      })
      return rows[0]?.digest ?? ''
    },

    /** The people who receive a live event when something of this kind changes. */
    async listen(
      kind: string,
      change: () => Promise<unknown>,
      among: readonly (Person | StaffName)[] = people,
    ): Promise<(Person | StaffName)[]> {
      const ears = await Promise.all(among.map(async (who) => ({ who, ...hear(await openLine(cookies.get(who))) })))
      // A new connection first receives recent changes.
      await sleep(SETTLE_MS)
      for (const { said } of ears) said.length = 0
      await change()
      await sleep(LISTEN_MS)
      await Promise.all(ears.map(({ stop }) => stop()))
      return ears.filter(({ said }) => said.join('').includes(`event: ${kind}\n`)).map(({ who }) => who)
    },

    /** Makes a small change to a row. */
    async touch(table: 'products' | 'orders' | '"user"', id: number | string): Promise<void> {
      const column = table === 'products' ? 'description' : 'name'
      await shop.pool.query(`update ${table} set ${column} = ${column} || '.' where id = $1`, [id])
    },

    async close(): Promise<void> {
      await (await door)?.close(0)
      await shop.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let passwordHash: Promise<string> | undefined

async function makePerson(shop: Shop, name: Member | StaffName): Promise<User> {
  const roles = { user: 'user', otherUser: 'user', seller: 'seller', otherSeller: 'seller', admin: 'admin' } as const
  const role = roles[name as Member] ?? 'user'
  const person = { name: `Some ${name}`, email: `${name.toLowerCase()}@gamla.example`, role } as const
  // One password hash for all users, because hashing takes a third of a second.
  passwordHash ??= hashPassword(PASSWORD)
  const userId = await insertAccount(shop.db, { ...person, passwordHash: await passwordHash })
  if (!userId) throw new Error('A person for the test could not be made')
  // Otherwise only a few of their cash orders may wait.
  await shop.pool.query('update "user" set email_verified = true where id = $1', [userId])
  return { userId, ...person }
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

function hear(answer: Response): { said: string[]; stop(): Promise<unknown> } {
  const said: string[] = []
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const reading = (async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) said.push(part.value)
  })().catch(() => {})
  return { said, stop: () => Promise.all([reader?.cancel().catch(() => {}), reading]) }
}
