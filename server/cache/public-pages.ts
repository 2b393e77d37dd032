import { filterParams, parseFilters } from '#domain/catalog/filters/filters.ts'
import { readAddress } from '#domain/catalog/variant-address.ts'
import { PATH_MAX } from '#domain/seo/redirects.ts'
import type { Change } from '#server/live/change-feed.ts'

/**
 * The pages that are the same for everyone, and the changes that make each stale; a change of the settings makes all of
 * them stale, because each names the shop. All other pages are rendered for one person and never cached.
 */
const publicPages: readonly PublicPage[] = [
  { pattern: /^\/$/, query: [], stale: onAnyProduct },
  { pattern: /^\/productinfo\/(?<id>[^/]+)$/, query: [], stale: onItsProduct, mayBeChosen: true },
  { pattern: /^\/productinfo\/[^/]+\/(similar|goes-with)$/, query: [], stale: onAnyProduct },
  {
    pattern: /^\/productinfo\/(?<id>[^/]+)\/reviews$/,
    query: ['stars', 'pictures', 'page'],
    stale: onItsProduct,
    isLimited: true,
  },
  { pattern: /^\/allproduct$/, query: ['page', 'sort'], stale: onAnyProduct, mayBeFiltered: true },
  { pattern: /^\/category\/[^/]+$/, query: ['page', 'sort'], stale: onAnyProduct, mayBeFiltered: true },
  { pattern: /^\/collections\/[^/]+$/, query: ['page', 'sort'], stale: onAnyProduct, mayBeFiltered: true },
  {
    pattern: /^\/search$/,
    query: ['q', 'typed', 'page', 'sort'],
    stale: onAnyProduct,
    isLimited: true,
    mayBeFiltered: true,
  },
  { pattern: /^\/pages\/[^/]+$/, query: [], stale: never },
  { pattern: /^\/cart$/, query: [], stale: never },
  { pattern: /^\/(login|signup|login\/code|forgot-password)$/, query: ['next'], stale: never },
  { pattern: /^\/(contactus|refund-policy|termsandconditions|privacy|warranty|faq|offline)$/, query: [], stale: never },
]

type PublicPage = {
  pattern: RegExp
  /** Query parameters that change the page; others, such as campaign tags, are not part of the cache key. */
  query: readonly string[]
  /** Rate limited: with endless variants, one visitor could keep the server rendering. */
  isLimited?: boolean
  /** The address may have filters. Their combinations are endless, so filtered pages are rate limited too. */
  mayBeFiltered?: boolean
  /** The address may name a size and finish, which need not exist, so such pages are rate limited too. */
  mayBeChosen?: boolean
  stale: (change: Change, params: Record<string, string | undefined>) => boolean
}

/** A URL that the table knows. Requests with the same `path` share one cache entry. */
export type KnownPage = {
  /** The path and the query parameters that matter. */
  path: string
  /** The page's `.data` URL, which scripts fetch. */
  isData: boolean
  isLimited: boolean
  /** One of endlessly many variants, which are cached apart from the other pages. */
  isVariant?: boolean
  /** Served to visitors over the rate limit instead; without it they get an error. */
  plain?: KnownPage
  isStaleAfter: (change: Change) => boolean
}

/** @param url of the page, or its `.data` URL */
export function findPublicPage(url: URL): KnownPage | undefined {
  const page = url.pathname.replace(/(?:\/_|\/_root)?\.data$/, '') || '/'
  const isData = url.pathname.endsWith('.data')
  for (const { pattern, query, stale, isLimited = false, mayBeFiltered, mayBeChosen } of publicPages) {
    const match = pattern.exec(page.toLowerCase())
    if (!match) continue
    // `_routes` is React Router's own: the loaders to run for a `.data` URL.
    const parameters = [...query, '_routes'].flatMap((name) => {
      const value = url.searchParams.get(name)
      return value === null ? [] : [[name, value]]
    })
    const filters = mayBeFiltered ? filterParams(parseFilters(url.searchParams)) : []
    // In the browser, scripts apply the choice themselves: the data is the same for every choice.
    const choice = mayBeChosen && !isData ? choiceParams(url.search) : []
    const isVariant = isLimited || filters.length + choice.length > 0
    const plain: KnownPage = {
      path: withQuery(url.pathname, parameters),
      isData,
      isLimited,
      isVariant: false,
      isStaleAfter: (change) =>
        change.kind === 'everything' || change.kind === 'settings' || stale(change, { ...match.groups }),
    }
    if (!isVariant) return plain
    const path = withQuery(url.pathname, [...parameters, ...filters, ...choice])
    return { ...plain, path, isVariant, isLimited: true, ...(choice.length > 0 && { plain }) }
  }
  return undefined
}

/** Longer than the address of any redirect, so that it has none. */
const MISSING_PATH = `/${'-'.repeat(PATH_MAX)}`

/** The one copy of the page of all addresses that no route has, or of its data. */
export function missingPage(isData: boolean): KnownPage {
  return {
    path: isData ? `${MISSING_PATH}.data` : MISSING_PATH,
    isData,
    isLimited: false,
    isStaleAfter: ({ kind }) => kind === 'everything' || kind === 'settings',
  }
}

function choiceParams(search: string): string[][] {
  return Object.entries(readAddress(search)).flatMap(([name, value]) => (value ? [[name, value]] : []))
}

function withQuery(path: string, parameters: string[][]): string {
  return parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
}

function onAnyProduct(change: Change): boolean {
  return change.kind === 'product'
}

function onItsProduct(change: Change, { id }: Record<string, string | undefined>): boolean {
  return change.kind === 'product' && (change.id === '*' || String(change.id) === id)
}

function never(): boolean {
  return false
}
