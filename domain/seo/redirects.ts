import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { parseOwnPath } from '#domain/own-path.ts'

/** An address that no longer has a page, and the page that took its place. Both are paths of this shop. */
export type Redirect = { from: string; to: string }

export const PATH_MAX = 500
/** Redirects of one shop: all of them are held in memory. */
export const MAX_REDIRECTS = 5000

/** A path of this shop, as browsers send it; undefined: it leads elsewhere, or is no path. */
export function normalizePath(text: string, { withQuery }: { withQuery: boolean }): string | undefined {
  const url = parseOwnPath(text)
  if (!url) return undefined
  const path = url.pathname.length > 1 ? url.pathname.replace(/\/$/, '') : url.pathname
  return withQuery ? path + url.search + url.hash : path
}

const OWN_PATH = 'Enter a path of this shop, such as /products/old-pot.'

const path = (withQuery: boolean) =>
  v.pipe(
    line,
    v.minLength(1, OWN_PATH),
    v.maxLength(PATH_MAX, `Use at most ${PATH_MAX} characters.`),
    v.transform((text) => normalizePath(text, { withQuery }) ?? ''),
    v.minLength(1, OWN_PATH),
    v.maxLength(PATH_MAX, `Use at most ${PATH_MAX} characters.`),
  )

const redirectSchema = v.object({ from: path(false), to: path(true) })

/** Addresses compare without regard to capitals, as the shop's own do. */
export function redirectKey(from: string): string {
  return from.toLowerCase()
}

export function parseRedirect(form: FormData): Parsed<Redirect> {
  const parsed = parseWith(redirectSchema, form)
  if (!parsed.ok) return parsed
  const { from, to } = parsed.value
  if (redirectKey(from) === redirectKey(pathOf(to))) return { ok: false, problems: { to: 'This is the same address.' } }
  return parsed
}

/** Follows redirects from `to` to their end; undefined: they form a loop. */
export function followRedirects(redirects: ReadonlyMap<string, string>, to: string): string | undefined {
  const seen = new Set<string>()
  let end = to
  for (
    let next = redirects.get(redirectKey(pathOf(end)));
    next !== undefined;
    next = redirects.get(redirectKey(pathOf(end)))
  ) {
    if (seen.has(next)) return undefined
    seen.add(next)
    end = next
  }
  return end
}

/** Why this redirect cannot be added to those that there are. */
export function redirectProblem(
  redirects: ReadonlyMap<string, string>,
  { from, to }: Redirect,
): { from?: string; to?: string } | undefined {
  if (redirects.has(redirectKey(from))) return { from: 'This address has a redirect already. Delete it first.' }
  if (redirects.size >= MAX_REDIRECTS)
    return { from: `A shop can have at most ${MAX_REDIRECTS.toLocaleString('en-IN')} redirects. Delete one first.` }
  const added = new Map([...redirects, [redirectKey(from), to]])
  return followRedirects(added, to) === undefined ? { to: 'This would create a loop.' } : undefined
}

function pathOf(to: string): string {
  return to.split(/[?#]/, 1)[0] ?? ''
}
