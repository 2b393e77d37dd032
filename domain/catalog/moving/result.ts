import type { RowNote } from './source.ts'

/** The result of an import. */
export type MoveResult = {
  added: number
  changed: number
  unchanged: number
  skipped: number
  /** Off sale because none of its pictures was sent. */
  withoutPictures: number
  redirects: number
  /** Redirects that could not be added, with why. */
  refusedRedirects: { from: string; why: string }[]
  /** At most the first of them. */
  notes: RowNote[]
  /** ISO 8601. */
  time: string
}
