/** One page of a table in the back office. Deep pages cost what the first one costs. */
export type Page<Row> = {
  rows: Row[]
  /** The number of the first row in its list (S.No.), counted from 1. */
  first: number
  /** What to pass as `after` for the rows that follow; undefined: these are the last. */
  next: string | undefined
  /** What to pass as `before` for the rows that precede; undefined: these are the first. */
  previous: string | undefined
  /** How long the whole list is; undefined where only reading it all could tell. */
  count: number | undefined
}
