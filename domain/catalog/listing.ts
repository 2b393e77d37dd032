/** Cards on one page of a list. */
export const PAGE_SIZE = 8
export const FEATURED_LIMIT = 8
export const SEARCH_LIMIT = 8

export type Sort = 'newest' | 'lowToHigh' | 'highToLow'

/** The specification names two sorts; anything else means newest first. */
export function parseSort(text: string | null): Sort {
  return text === 'lowToHigh' || text === 'highToLow' ? text : 'newest'
}

/** A page number from a URL: whatever is no positive whole number shows the first page. */
export function parsePage(text: string | null): number {
  return text && /^0*[1-9]\d*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 1
}

/** How many pages `count` things fill; an empty list still has one. */
export function pagesFor(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE))
}

/** A page past the end shows the last. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, page), pages)
}

/** The pages to link to: first, last and two to each side of the present one; a gap is `undefined`. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const near = Array.from({ length: 5 }, (_, index) => page - 2 + index)
  const shown = [...new Set([1, ...near, pages])].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return shown.flatMap((n, index) => {
    const before = shown[index - 1]
    if (before === undefined || n === before + 1) return [n]
    // A gap of a single page is shorter to show than to leave out.
    return n === before + 2 ? [before + 1, n] : [undefined, n]
  })
}
