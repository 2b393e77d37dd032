import type { Change } from '#server/live/change-feed.ts'

/**
 * The pages that are the same for everyone, and what makes a kept copy of each stale.
 * A page that is not in this table is rendered for one person and never kept.
 */
const publicPages: readonly PublicPage[] = [
  { pattern: /^\/$/, query: [], stale: onAnyProduct },
  { pattern: /^\/productinfo\/(?<id>[^/]+)$/, query: [], stale: onItsProduct },
  { pattern: /^\/allproduct$/, query: ['page', 'sort'], stale: onAnyProduct },
  { pattern: /^\/category\/[^/]+$/, query: ['page', 'sort'], stale: onAnyProduct },
  { pattern: /^\/search$/, query: ['q'], stale: onAnyProduct, isLimited: true },
  { pattern: /^\/cart$/, query: [], stale: never },
  { pattern: /^\/(login|signup)$/, query: ['next'], stale: never },
  { pattern: /^\/(contactus|refund-policy|termsandconditions|privacy|warranty|faq)$/, query: [], stale: never },
]

type PublicPage = {
  pattern: RegExp
  /** What of the query changes the page; the rest (campaign tags and the like) does not make a second copy. */
  query: readonly string[]
  /** There are endless pages of it, so that one visitor could have all of them rendered. */
  isLimited?: boolean
  stale: (change: Change, params: Record<string, string | undefined>) => boolean
}

/** A URL as the table knows it. Two requests with one `key` get one copy. */
export type KnownPage = {
  key: string
  /** What to render: path and the part of the query that matters. */
  path: string
  /** The `.data` twin, which scripts ask for. */
  isData: boolean
  isLimited: boolean
  isStaleAfter: (change: Change) => boolean
}

/** @param url the page's or its `.data` twin's; undefined: not public */
export function findPublicPage(url: URL): KnownPage | undefined {
  const page = url.pathname.replace(/(?:\/_|\/_root)?\.data$/, '') || '/'
  for (const { pattern, query, stale, isLimited = false } of publicPages) {
    const match = pattern.exec(page.toLowerCase())
    if (!match) continue
    // `_routes` is React Router's own: which loaders of a `.data` twin to run.
    const kept = [...query, '_routes'].flatMap((name) => {
      const value = url.searchParams.get(name)
      return value === null ? [] : [[name, value]]
    })
    const search = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
    const path = url.pathname + search
    const isData = url.pathname.endsWith('.data')
    return {
      key: path,
      path,
      isData,
      isLimited,
      isStaleAfter: (change) => change.kind === 'everything' || stale(change, { ...match.groups }),
    }
  }
  return undefined
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
