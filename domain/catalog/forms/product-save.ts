import type { PickedProduct } from '#domain/catalog/picked-products.ts'
import type { Problems } from '#domain/form-fields.ts'
import { messages } from '#domain/messages.ts'
import type { EditableProduct, OfferedPart } from './product-form.ts'

/** The answer to a product form. `waits`: the product has left the shop until an admin approves it again. */
export type Saved = { ok: true; waits?: boolean } | SaveRefused

export type SaveRefused = {
  ok: false
  status: number
  toast: string
  problems: Problems
  /** Problems of uploaded files, by their position among those sent. */
  images: { index: number; problem: string }[]
  /** The product as somebody else has saved it meanwhile. */
  conflict?: EditableProduct
  /** Other numbers that the grid of a counted product was opened with, because they have changed since. */
  seen?: Record<string, string>
  /** The fields as typed, for a form that was sent without scripts. */
  values: Record<string, string>
  /** The products that `goesWith` names. */
  picked?: PickedProduct[]
  /** The products of its set. */
  parts?: OfferedPart[]
}

export const notAuthenticated: SaveRefused = {
  ok: false,
  status: 401,
  toast: messages.notAuthenticated,
  problems: { form: 'Your session has expired. Log in again in another tab, then save. Your changes are still here.' },
  images: [],
  values: {},
}
