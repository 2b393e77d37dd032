import { choiceField } from '#domain/orders/change-form.ts'
import { isAddField } from '#domain/orders/change-lines.ts'
import { cleanLine, parseId } from '#domain/text.ts'
import { findProductsToSell, listVariantsToSell } from '#server/order-page/to-sell-queries.ts'
import type { Shop } from '#server/shop.ts'
import { textField } from '#web/form-actions.ts'
import type { Picked } from './pick-products.tsx'

/** Answers the buttons of `PickProducts`: what was found, and the variants that the form adds so far. */
export async function readPicked({ db }: Pick<Shop, 'db'>, form: FormData): Promise<Picked> {
  const find = cleanLine(textField(form, 'find'))
  const quantities = new Map(
    [...form.entries()].flatMap(([name, value]): [number, string][] => {
      const id = isAddField(name) ? parseId(name.slice('add:'.length)) : undefined
      return id !== undefined && typeof value === 'string' ? [[id, value]] : []
    }),
  )
  const added = parseId(textField(form, choiceField(parseId(textField(form, 'add')) ?? 0)))
  if (added !== undefined) quantities.set(added, String((Number(quantities.get(added)) || 0) + 1))
  const variants = await listVariantsToSell(db, { variants: [...quantities.keys()] })
  return {
    find,
    found: await findProductsToSell(db, find),
    chosen: variants.map((variant) => ({ variant, quantity: quantities.get(variant.variantId) ?? '' })),
  }
}
