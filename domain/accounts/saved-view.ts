import type { Parsed } from '#domain/form-fields.ts'
import { parseOwnPath } from '#domain/own-path.ts'
import { cleanLine } from '#domain/text.ts'

/** A list of the back office as somebody filtered it, under a name of theirs. */
export type SavedView = {
  name: string
  /** The address of the list. */
  list: string
  /** Its filters, sort order and columns, as a query without `?`. */
  search: string
}

export const MOST_VIEWS = 20
export const VIEW_NAME_MAX = 40
const SEARCH_MAX = 500

const LISTS = [
  '/adminDashboard',
  ...['orders', 'invoices', 'requests', 'users', 'messages', 'emails', 'searches', 'sessions', 'audit'].map(
    (list) => `/adminDashboard/${list}`,
  ),
]

/** Parameters for the position in a list, the rows chosen in it, and the answer to a form. */
const NOT_SAVED = ['after', 'before', 'key', 'orders', 'shipments', 'saved']

/** The part of a list's query that a view keeps, in one spelling. */
export function savedSearchOf(query: URLSearchParams): string {
  const params = new URLSearchParams([...query].filter(([name, value]) => value && !NOT_SAVED.includes(name)))
  params.sort()
  // Readable, so that the erasure of a person finds their email address in it.
  return params.toString().replaceAll('%40', '@')
}

export function parseSavedView(typed: { name: string; address: string }): Parsed<SavedView> {
  const name = cleanLine(typed.name)
  const url = parseOwnPath(typed.address)
  const path = url?.pathname.toLowerCase().replace(/\/$/, '')
  const list = LISTS.find((each) => each.toLowerCase() === path)
  const search = url ? savedSearchOf(url.searchParams) : ''
  if (!list) return refused('form', 'Only a list of the back office can be saved as a view.')
  if (search === '') return refused('form', 'Filter or sort the list first.')
  if (search.length > SEARCH_MAX) return refused('form', 'The filter is too long to be saved.')
  if (name === '') return refused('name', 'Enter a name.')
  if (name.length > VIEW_NAME_MAX) return refused('name', `Enter at most ${VIEW_NAME_MAX} characters.`)
  return { ok: true, value: { name, list, search } }
}

/** Why one more cannot be saved; a view of the same name and list is replaced. */
export function whyNotSaved(view: SavedView, present: readonly SavedView[]): string | undefined {
  const replaces = present.some(({ list, name }) => list === view.list && name === view.name)
  return !replaces && present.length >= MOST_VIEWS
    ? `You have ${MOST_VIEWS} views, the most that can be saved. Delete one first.`
    : undefined
}

export function addressOf({ list, search }: Pick<SavedView, 'list' | 'search'>): string {
  return `${list}?${search}`
}

function refused(field: string, problem: string): Parsed<SavedView> {
  return { ok: false, problems: { [field]: problem } }
}
