import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#domain/accounts/user.ts'
import type { RequestedLine } from '#domain/orders/order.ts'
import { readConfig } from '#server/config.ts'
import { type Log, silentLog } from '#server/observability/log.ts'
import { listen } from '#server/runtime/http-server.ts'
import { cookiesOf } from './cookies.ts'
import { addProduct, someAddress } from './fixtures/factories.ts'
import { testDatabase } from './postgres.ts'

export type Storefront = Awaited<ReturnType<typeof openStorefront>>
/** `path`: where it was asked for. */
export type Answer = { path: string; status: number; headers: Headers; html: string; text: string }

type Ask = { form?: Record<string, string>; cookie?: string }
/** `typed` by label, `fields` by name. */
type Press = { cookie?: string; typed?: Record<string, string>; fields?: Record<string, string> }

/** The built demo shop behind a real HTTP server in this process, for everything about pages that needs no browser. */
export async function openStorefront(log: Log = silentLog) {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-storefront-'))
  const database = await testDatabase({ seeded: true })
  // From the build, because `instanceof` fails across two copies of a package.
  const { createListener, openShop } = (await import(
    new URL('../../build/server/index.js', import.meta.url).href
  )) as typeof import('#server/app.ts')
  const server = await listen('127.0.0.1', 0)
  const env = { RATE_LIMIT_FACTOR: '100', DATA_DIR: folder, PORT: String(server.port) }
  const shop = await openShop(readConfig(env), database.url, log)
  server.open(createListener(shop))
  const url = `http://localhost:${server.port}`

  function get(path: string, { form, cookie }: Ask = {}): Promise<Response> {
    return fetch(url + path, {
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
  }

  async function ask(path: string, request?: Ask): Promise<Answer> {
    const response = await get(path, request)
    const html = await response.text()
    return { path, status: response.status, headers: response.headers, html, text: textOf(html) }
  }

  async function sql<Row>(query: string, values: unknown[] = []): Promise<Row[]> {
    return (await shop.pool.query(query, values)).rows as Row[]
  }

  /** @returns the cookies of a new session */
  async function logIn({ email, password }: { email: string; password: string }): Promise<string> {
    const response = await get('/login', { form: { email, password } })
    return cookiesOf(response.headers)
  }

  function accountOf(role: Role) {
    const account = database.accounts.find((one) => one.role === role)
    if (!account) throw new Error(`The demo shop has no ${role}`)
    return account
  }
  const sessions = new Map<Role, Promise<string>>()
  let members = 0

  return {
    url,
    /** For use cases that no form reaches. */
    shop,
    sql,
    get,
    makeProduct: (changes: Parameters<typeof addProduct>[1] = {}) => addProduct(shop.db, changes),

    ask,

    /** Presses a button as a browser without scripts does. @param page its address, or its answer, which may be cut to a part */
    async press(page: string | Pick<Answer, 'path' | 'html'>, button: string, { cookie, typed, fields }: Press = {}) {
      const { path, html } = typeof page === 'string' ? await ask(page, { cookie }) : page
      const form = fillForm(html, button, typed)
      return ask(form.action || path, { cookie, form: { ...form.fields, ...fields } })
    },

    logIn,
    accountOf,

    /** Somebody new, with the cookies of a session. */
    async signUp(name = 'Kavya Rao') {
      members += 1
      const person = { name, email: `member${members}@gmail.com`, password: 'terracotta 7' }
      const { status } = await get('/signup', { form: person })
      if (status !== 302) throw new Error(`The signup was answered with ${status}`)
      const cookie = await logIn(person)
      const [row] = await sql<{ id: string }>('select id from "user" where email = $1', [person.email])
      return { ...person, cookie, userId: row?.id ?? '' }
    },

    /** Orders in cash what the cart of this person holds. @param fields of the address, and others of the cart */
    order(cookie: string, lines: RequestedLine[], fields: Record<string, string> = {}): Promise<Answer> {
      const form = { ...someAddress, key: crypto.randomUUID(), lines: JSON.stringify(lines), ...fields }
      return ask('/cart', { cookie, form })
    },

    /** The cookies of a session that several tests share, and none of them ends. */
    sessionOf(role: Role): Promise<string> {
      const session = sessions.get(role) ?? logIn(accountOf(role))
      sessions.set(role, session)
      return session
    },

    /** Makes a table unreadable while the callback runs. */
    async without(table: string, during: () => Promise<void>): Promise<void> {
      await sql(`alter table ${table} rename to ${table}_away`)
      await during().finally(() => sql(`alter table ${table}_away rename to ${table}`))
    },

    async close(): Promise<void> {
      await server.close(0)
      await shop.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The words that a reader sees. */
export function textOf(html: string): string {
  const words = html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, ' ').replace(/<!--[\s\S]*?-->/g, '')
  return decodeEntities(words.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ')
}

export function mainOf(html: string): string {
  return /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
}

/** The products that a page's cards lead to, in their order. */
export function shownIds(html: string): number[] {
  return Array.from(
    mainOf(html).matchAll(/<a\b[^>]*href="\/productinfo\/(\d+)(?:\?[^"]*)?"[^>]*>View Product</g),
    ([, id]) => Number(id),
  )
}

/** The card of the product with this title. */
export function cardOf(html: string, title: string): string {
  const cards = html.match(/<article\b[\s\S]*?<\/article>/g) ?? []
  const found = cards.find(
    (card) => decodeEntities(card).includes(`aria-label="${title}"`) || textOf(card).includes(title),
  )
  if (!found) throw new Error(`No card shows ${title}`)
  return found
}

export function decodeEntities(html: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => characters[name] ?? '')
}

type Form = { method: string; action: string; fields: Record<string, string> }

/**
 * The form that a browser without scripts sends when this button of the page is pressed.
 * @param typed by label
 */
export function fillForm(html: string, button: string, typed: Record<string, string> = {}): Form {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((one) => textOf(one).includes(button) || one.includes(`aria-label="${button}"`))
  if (!form) throw new Error(`No form has the button ${button}`)
  const controls = form.match(/<(input|textarea|select|button)\b[^>]*>/g) ?? []
  const isSent = (control: string) => {
    if (control.startsWith('<button')) return !hasOtherText(form, control, button)
    return attributeOf(control, 'type') !== 'radio' || /\schecked\b/.test(control)
  }
  const named = controls.filter((control) => attributeOf(control, 'name') && isSent(control))
  const fields = Object.fromEntries(
    named.map((control) => [attributeOf(control, 'name') ?? '', decodeEntities(attributeOf(control, 'value') ?? '')]),
  )
  for (const [label, value] of Object.entries(typed)) {
    const id = new RegExp(`<label for="([^"]+)">${label}</label>`).exec(form)?.[1]
    const isMeant = (one: string) => (id ? attributeOf(one, 'id') === id : attributeOf(one, 'aria-label') === label)
    const control = controls.find(isMeant)
    const name = control && attributeOf(control, 'name')
    if (!name) throw new Error(`The form has no field ${label}`)
    fields[name] = value
  }
  const opening = /<form\b[^>]*>/.exec(form)?.[0] ?? ''
  return {
    method: attributeOf(opening, 'method') ?? 'get',
    action: decodeEntities(attributeOf(opening, 'action') ?? ''),
    fields,
  }
}

/** Of the buttons only the one that is pressed is sent. */
function hasOtherText(form: string, opening: string, pressed: string): boolean {
  const texts = Array.from(form.matchAll(/<button\b[^>]*>[\s\S]*?<\/button>/g), ([whole]) => whole)
  return texts.some((whole) => textOf(whole).includes(pressed) && !whole.startsWith(opening))
}

function attributeOf(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

let one: Promise<Storefront> | undefined

/** The shop that the files of cases share. */
export function sharedStorefront(): Promise<Storefront> {
  one ??= openStorefront()
  return one
}

export async function closeSharedStorefront(): Promise<void> {
  const open = one
  one = undefined
  await (await open)?.close()
}
