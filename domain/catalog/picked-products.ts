import { readJson } from '#domain/text.ts'
import type { ProductId } from './product.ts'

/** A product as forms show it. */
export type PickedProduct = { id: ProductId; title: string }

/** Picked products as a draft keeps them; undefined: it was kept by another version of the form. */
export function parsePicked(text: string): PickedProduct[] | undefined {
  const list: unknown = readJson(text)
  const isPicked = (one: unknown): one is PickedProduct =>
    typeof one === 'object' && one !== null && 'id' in one && 'title' in one && Number.isSafeInteger(one.id)
  return Array.isArray(list) && list.every(isPicked) ? list : undefined
}

/** The field with the place of a picked product, counted from 1; empty: it is left out. */
export function placeField(name: string, id: ProductId): string {
  return `${name} place ${id}`
}

/** The ids of a form's picked products in the order of their numbers; those that were just added come last. */
export function readPicked(form: FormData, name: string): string[] {
  const ids = [...new Set(form.getAll(name).map(String).filter(Boolean))]
  return ids
    .flatMap((id, index) => {
      const place = form.get(placeField(name, Number(id)))
      if (place === null) return [{ id, place: Number.POSITIVE_INFINITY, index }]
      const number = Number.parseFloat(String(place))
      return Number.isNaN(number) ? [] : [{ id, place: number, index }]
    })
    .sort((one, other) => (one.place === other.place ? one.index - other.index : one.place - other.place))
    .map(({ id }) => id)
}
