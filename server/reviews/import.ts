import { createHash } from 'node:crypto'
import type { User } from '#domain/accounts/user.ts'
import {
  columnName,
  createProductMatcher,
  type ImportedReview,
  parseImportedReview,
  reviewSourceOf,
} from '#domain/reviews/import.ts'
import type { ReviewSource } from '#domain/reviews/review.ts'
import { cleanText } from '#domain/text.ts'
import { insertAudit } from '#server/db/audit-queries.ts'
import { type LineProblem, readRows, UnreadableFileError } from '#server/http/csv.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'
import { htmlToText } from '#server/import/html-text.ts'
import type { Shop } from '#server/shop.ts'
import { insertImported, listProductNames, recountRating } from './queries.ts'

export type ImportedReviews = {
  source: ReviewSource
  added: number
  /** They were imported before. */
  known: number
  /** Of those that were added, how many wait until staff have read them. */
  waiting: number
  problems: LineProblem[]
}

const UNKNOWN =
  'This is no export of reviews from Judge.me or WooCommerce: its first row has other headings. Choose the file as it was made.'

/** Imports what can be imported; the other rows are reported. The same file again adds nothing. */
export async function importReviews(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  staff: User,
  file: UploadedFile,
): Promise<{ ok: true; imported: ImportedReviews } | { ok: false; problem: string }> {
  const read = await readReviews(file, now())
  if (!read.ok) return read
  const { source, rows, problems } = read
  return db.transaction(async (tx) => {
    const find = createProductMatcher(await listProductNames(tx))
    const found = new Map<string, ImportedReview & { productId: number; source: ReviewSource; sourceKey: string }>()
    let matched = 0
    for (const { row, review } of rows) {
      const product = find(review.product)
      if ('problem' in product) {
        problems.push({ row, problem: product.problem })
        continue
      }
      matched += 1
      const sourceKey = createHash('sha256').update(review.identity).digest('hex')
      found.set(sourceKey, { ...review, productId: product.id, source, sourceKey })
    }
    const inserted = await insertImported(tx, [...found.values()])
    const products = inserted.flatMap(({ productId, state }) => (state === 'published' ? [productId] : []))
    for (const productId of [...new Set(products)].sort((a, b) => a - b)) await recountRating(tx, productId)
    const waiting = inserted.filter(({ state }) => state === 'waiting').length
    if (inserted.length > 0)
      await insertAudit(tx, staff, { action: 'import reviews', subject: 'reviews', after: { added: inserted.length } })
    problems.sort((a, b) => a.row - b.row)
    return {
      ok: true,
      imported: { source, added: inserted.length, known: matched - inserted.length, waiting, problems },
    }
  })
}

type ReadRow = { row: number; review: ImportedReview }

async function readReviews(
  file: UploadedFile,
  now: Date,
): Promise<
  { ok: true; source: ReviewSource; rows: ReadRow[]; problems: LineProblem[] } | { ok: false; problem: string }
> {
  const [rows, problems]: [ReadRow[], LineProblem[]] = [[], []]
  let columns: string[] = []
  let source: ReviewSource | undefined
  try {
    for await (const { row, cells } of readRows(file)) {
      if (!source) {
        columns = cells.map(columnName)
        source = reviewSourceOf(columns)
        if (!source) return { ok: false, problem: UNKNOWN }
        continue
      }
      const named = columns.map((name, index) => [name, cleanText(htmlToText(cells[index] ?? ''))])
      const parsed = parseImportedReview(source, Object.fromEntries(named), now)
      if (parsed.ok) rows.push({ row, review: parsed.value })
      else problems.push({ row, problem: parsed.problem })
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    problems.push({ row: error.row, problem: error.message })
  }
  if (!source) return { ok: false, problem: problems[0]?.problem ?? 'This file has no reviews.' }
  return { ok: true, source, rows, problems }
}
