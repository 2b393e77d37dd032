import type { EditableProduct } from '#domain/catalog/product-form.ts'
import { messages } from '#domain/messages.ts'
import type { Problems } from '#domain/text.ts'

export type FormError = {
  ok: false
  status: number
  toast: string
  problems: Problems
  /** What is wrong with each file, by its place among those sent. */
  pictures: { index: number; problem: string }[]
  /** Somebody else has saved this meanwhile. */
  conflict?: EditableProduct
  /** The fields as they were typed, for a form that was sent without scripts. */
  values: Record<string, string>
}
/** What the server says of a product form. `waits`: the product has left the shop until an admin approves it again. */
export type Saved = { ok: true; waits?: boolean } | FormError

export const notAuthenticated: FormError = {
  ok: false,
  status: 401,
  toast: messages.notAuthenticated,
  problems: { form: 'You are logged out. Log in in another tab, then press again: nothing here is lost.' },
  pictures: [],
  values: {},
}
