import { memoize } from '#domain/memoize.ts'

/** Cards on one page of a list. */
export const PAGE_SIZE = 8
/** The number of numbered pages of a list; older products are reached by sorting, filtering or searching. */
export const MAX_PAGES = 500
/** Lists are counted up to here. */
export const COUNT_LIMIT = 10_000
export const FEATURED_LIMIT = 8
export const SEARCH_LIMIT = 8
/** Products that the page of a search finds, so that it can count, filter and sort them in memory. */
export const MAX_FOUND = 200

export type Sort = 'newest' | 'lowToHigh' | 'highToLow'

/** The specification names two sorts; anything else means newest first. */
export function parseSort(text: string | null): Sort {
  return text === 'lowToHigh' || text === 'highToLow' ? text : 'newest'
}

/** A page number from a URL; anything but a positive whole number means the first page. */
export function parsePage(text: string | null): number {
  return text && /^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 1
}

/** How many numbered pages `count` things fill; an empty list still has one. */
export function pagesFor(count: number): number {
  return Math.min(MAX_PAGES, Math.max(1, Math.ceil(count / PAGE_SIZE)))
}

const numberFormat = memoize(() => new Intl.NumberFormat('en-IN'))

/** `1,234`; `10,000+` when there are more than are counted. */
export function formatCount(count: number): string {
  return count > COUNT_LIMIT ? `${numberFormat().format(COUNT_LIMIT)}+` : numberFormat().format(count)
}

/** A page past the end means the last page. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, page), pages)
}

/** The pages to link to: first, last and two on each side of the current one; `undefined` is a gap. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const near = Array.from({ length: 5 }, (_, index) => page - 2 + index)
  const visible = [...new Set([1, ...near, pages])].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return visible.flatMap((n, index) => {
    const before = visible[index - 1]
    if (before === undefined || n === before + 1) return [n]
    // A single missing page is shown, because its number is no longer than the gap.
    return n === before + 2 ? [before + 1, n] : [undefined, n]
  })
}
