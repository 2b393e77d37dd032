import { lengthOf } from '#domain/text.ts'
import { REVIEW_MAX, REVIEW_SOURCES, type ReviewSource, shownNameOf } from './review.ts'

/** The columns that are read, by their names in the exports. */
const COLUMNS = {
  judgeme: {
    handle: 'product_handle',
    title: 'product_title',
    sku: 'product_sku',
    stars: 'rating',
    heading: 'title',
    body: 'body',
    author: 'reviewer_name',
    email: 'reviewer_email',
    time: 'review_date',
    state: 'curated',
    answer: 'reply',
    answerTime: 'reply_date',
  },
  woocommerce: {
    handle: 'product_slug',
    title: 'product_title',
    sku: 'product_sku',
    stars: 'rating',
    heading: 'title',
    body: 'comment_content',
    author: 'comment_author',
    email: 'comment_author_email',
    time: 'comment_date',
    state: 'comment_approved',
    answer: 'reply',
    answerTime: 'reply_date',
  },
} as const satisfies Record<ReviewSource, Record<string, string>>

export function columnName(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** Undefined: these are not the columns of an export of reviews. */
export function reviewSourceOf(columns: readonly string[]): ReviewSource | undefined {
  const names = new Set(columns.map(columnName))
  const sources = Object.keys(REVIEW_SOURCES) as ReviewSource[]
  return sources.find((source) => {
    const { body, stars, time } = COLUMNS[source]
    return [body, stars, time].every((name) => names.has(name))
  })
}

export type ImportedReview = {
  product: { handle: string; sku: string; title: string }
  stars: number
  text: string
  shownAs: string
  state: 'waiting' | 'published'
  time: Date
  answer: string | null
  answeredAt: Date | null
  /** Its id in the other shop system. */
  identity: string
}
type Read = { ok: true; value: ImportedReview } | { ok: false; problem: string }

/**
 * A row of an export. Emails and network addresses in it are not kept.
 *
 * @param cells by `columnName`
 */
export function parseImportedReview(source: ReviewSource, cells: Record<string, string>, now: Date): Read {
  const cell = (name: keyof (typeof COLUMNS)[ReviewSource]) => (cells[COLUMNS[source][name]] ?? '').trim()
  const product = { handle: cell('handle'), sku: cell('sku'), title: cell('title') }
  const author = cell('author')
  const text = [cell('heading'), cell('body')].filter(Boolean).join('\n\n')
  const time = dateOf(cell('time'))
  const answer = cell('answer')
  const wrong = (problem: string): Read => ({ ok: false, problem })
  if (/^[1-9]\d*$/.test(cells.comment_parent ?? '')) return wrong('This is a reply, not a review.')
  if (/^(spam|trash|post-trashed)$/i.test(cell('state'))) return wrong('It was marked as spam or deleted.')
  if (!/^[1-5]$/.test(cell('stars'))) return wrong('The rating is no number from 1 to 5.')
  if (!time || time > now)
    return wrong(`The date is missing, in the future or not readable: ${cell('time').slice(0, 40)}`)
  if (lengthOf(text) > REVIEW_MAX) return wrong('The text has more than 2,000 characters.')
  if (lengthOf(answer) > REVIEW_MAX) return wrong('The answer has more than 2,000 characters.')
  if (!product.handle && !product.sku && !product.title) return wrong('It names no product.')
  return {
    ok: true,
    value: {
      product,
      stars: Number(cell('stars')),
      text,
      shownAs: author.includes('@') ? '' : shownNameOf({ name: author, city: '' }),
      state: /^(|ok|1|approved?|true|yes)$/i.test(cell('state')) ? 'published' : 'waiting',
      time,
      answer: answer || null,
      answeredAt: answer ? (dateOf(cell('answerTime')) ?? time) : null,
      identity: JSON.stringify([source, product, (cell('email') || author).toLowerCase(), time.toISOString()]),
    },
  }
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/
const INDIAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/

/** `2023-05-14 12:34:56 UTC` or `14/05/2023`; undefined: no date. */
function dateOf(text: string): Date | undefined {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = ISO.exec(text) ?? swapped(INDIAN.exec(text))
  if (!year || !month || !day) return undefined
  const time = new Date(Date.UTC(+year, +month - 1, +day, +hour, +minute, +second))
  return time.getUTCDate() === Number(day) && time.getUTCFullYear() > 1990 ? time : undefined
}

function swapped(match: RegExpExecArray | null): string[] {
  return match ? ['', match[3] ?? '', match[2] ?? '', match[1] ?? ''] : []
}

/** Finds products by what an export calls them. */
export function createProductMatcher(products: readonly { id: number; title: string; names: readonly string[] }[]) {
  const byName = new Map<string, Set<number>>()
  const byTitle = new Map<string, Set<number>>()
  const add = (map: Map<string, Set<number>>, name: string, id: number) => {
    if (name !== '') map.set(name, (map.get(name) ?? new Set<number>()).add(id))
  }
  for (const { id, title, names } of products) {
    for (const name of names) add(byName, name.toLowerCase(), id)
    add(byTitle, slugOf(title), id)
  }
  return ({ handle, sku, title }: ImportedReview['product']): { id: number } | { problem: string } => {
    const found =
      byName.get(handle.toLowerCase()) ??
      byName.get(sku.toLowerCase()) ??
      byTitle.get(slugOf(title)) ??
      byTitle.get(slugOf(handle))
    const name = (title || handle || sku).slice(0, 80)
    const [id, other] = found ?? []
    if (id === undefined) return { problem: `No product of this shop is called ${name}.` }
    return other === undefined ? { id } : { problem: `Several products of this shop are called ${name}.` }
  }
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
