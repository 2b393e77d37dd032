import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import { addressKey } from '#domain/page-address.ts'
import { permissions } from '#domain/permissions.ts'
import { MAX_REDIRECTS, parseRedirect, type Redirect, redirectKey, redirectProblem } from '#domain/seo/redirects.ts'
import { cleanLine, parseId } from '#domain/text.ts'
import { hasCategory } from '#server/catalog/listing-queries.ts'
import { findForSale } from '#server/catalog/storefront-queries.ts'
import { type Actor, insertAudit, insertAudits } from '#server/db/audit-queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import type { Shop } from '#server/shop.ts'
import { hasOwnPath, insertRedirects, lockRedirects, removeRedirect } from './redirect-queries.ts'

/** Redirects from an address without a page to the page that replaced it; every other response stays as it is. */
export async function redirectMissing(
  shop: Pick<Shop, 'redirects' | 'log'>,
  request: Request,
  response: Response,
): Promise<Response> {
  if (response.status !== 404 || (request.method !== 'GET' && request.method !== 'HEAD')) return response
  return (await findRedirect(shop, request.url)) ?? response
}

/** Undefined: this address is not redirected. */
export async function findRedirect(
  shop: Pick<Shop, 'redirects' | 'log'>,
  address: string,
): Promise<Response | undefined> {
  const to = await shop.redirects.find(new URL(address).pathname).catch((error: unknown) => {
    shop.log.error('Redirects could not be read', error)
  })
  return to ? new Response(null, { status: 301, headers: { location: to } }) : undefined
}

/** Routes that match addresses without a page too, such as an unknown product; all others always have a page. */
const MAYBE_MISSING = new Set([
  '/*',
  '/productinfo/:id',
  '/category/:categoryname',
  '/collections/:name',
  '/pages/:address',
])
const PATTERNS = Object.keys(permissions).flatMap((name) => {
  const pattern = name.startsWith('GET ') ? name.slice('GET '.length) : '/*'
  return MAYBE_MISSING.has(pattern) ? [] : [toExpression(pattern)]
})

/** Does this path lead to a page or file, so that a redirect from there would have no effect? */
async function isPage(db: Db, path: string): Promise<boolean> {
  const isKnown = PATTERNS.some((pattern) => pattern.test(path))
  if (isKnown) return true
  const [, typed = '', name = ''] = /^\/(productinfo|category|collections|pages)\/([^/]+)$/i.exec(path) ?? []
  const kind = typed.toLowerCase()
  if (kind === 'collections' || kind === 'pages') return hasOwnPath(db, kind, addressKey(decoded(name)))
  if (kind === 'category') return hasCategory(db, cleanLine(decoded(name)))
  const id = parseId(name)
  return id !== undefined && (await findForSale(db, id)) !== undefined
}

/** Returns the name as it is if it cannot be decoded: it leads to no page. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function toExpression(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`, 'i')
}

const PAGE = 'This address is a page of the shop.'

export type AddedRedirect = { ok: true } | { ok: false; problems: Problems }

export async function addRedirect({ db }: Pick<Shop, 'db'>, admin: User, redirect: Redirect): Promise<AddedRedirect> {
  if (await isPage(db, redirect.from)) return { ok: false, problems: { from: PAGE } }
  return db.transaction(async (tx) => {
    const problems = redirectProblem(await lockRedirects(tx), redirect)
    if (problems) return { ok: false, problems: problems as Problems }
    const stored = { from: redirectKey(redirect.from), to: redirect.to }
    await insertRedirects(tx, [stored])
    await insertAudit(tx, admin, { action: 'add redirect', subject: `redirect ${stored.from}`, after: stored })
    return { ok: true }
  })
}

/** Why an address from an import did not become a redirect. */
export type RefusedRedirect = { from: string; why: string }

/** Adds many redirects by the same rules; those that exist already are not counted. */
export async function addRedirects(
  tx: Transaction,
  admin: Actor,
  list: readonly Redirect[],
): Promise<{ added: number; refused: RefusedRedirect[] }> {
  const redirects = await lockRedirects(tx)
  const refused: RefusedRedirect[] = []
  const added: Redirect[] = []
  for (const { from: typed, to } of list) {
    const form = new FormData()
    form.set('from', typed)
    form.set('to', to)
    const parsed = parseRedirect(form)
    const from = parsed.ok ? redirectKey(parsed.value.from) : typed
    if (redirects.get(from) === to) continue
    const problems = parsed.ok ? redirectProblem(redirects, { from, to }) : parsed.problems
    const why = (await isPage(tx, from)) ? PAGE : Object.values<string>(problems ?? {})[0]
    if (why) refused.push({ from, why })
    else {
      redirects.set(from, to)
      added.push({ from, to })
    }
  }
  await insertRedirects(tx, added)
  await insertAudits(
    tx,
    admin,
    added.map((after) => ({ action: 'add redirect', subject: `redirect ${after.from}`, after })),
  )
  return { added: added.length, refused }
}

/** Leads visitors of a page's old address to its new one, where no redirect may stand any more. Both are paths. */
export async function moveAddress(tx: Transaction, from: string, to: string): Promise<void> {
  if (from === to) return
  const redirects = await lockRedirects(tx)
  for (const path of [from, to]) if (redirects.has(redirectKey(path))) await removeRedirect(tx, redirectKey(path))
  if (redirects.size < MAX_REDIRECTS) await insertRedirects(tx, [{ from: redirectKey(from), to }])
}

/** False: it was deleted already. */
export async function deleteRedirect({ db }: Pick<Shop, 'db'>, admin: User, from: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const to = (await lockRedirects(tx)).get(from)
    if (to === undefined) return false
    await removeRedirect(tx, from)
    await insertAudit(tx, admin, { action: 'delete redirect', subject: `redirect ${from}`, before: { from, to } })
    return true
  })
}
