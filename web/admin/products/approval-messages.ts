import { fieldOf, PRODUCT_FIELD_NAMES } from '#domain/catalog/product-fields.ts'
import type { Words } from '#domain/shop/wording.ts'

/** Shown on a seller's form before saving. */
export function approvalNotice({ noun }: Words): string {
  const reviewed = `${labelsOf({ atOnce: false }).join(', ')}, images, alt texts, video or 3D models`
  const immediate = labelsOf({ atOnce: true })
  return `Changes to ${reviewed} need approval: the ${noun} is hidden from the shop until an admin approves it again. Changes to ${immediate.slice(0, -1).join(', ')} and ${immediate.at(-1)} take effect immediately.`
}

/** In lower case for the middle of a sentence, except for abbreviations: `country of origin`, but `GST rate`. */
function labelsOf({ atOnce }: { atOnce: boolean }): string[] {
  return PRODUCT_FIELD_NAMES.map(fieldOf)
    .filter(({ changesAtOnce = false }) => changesAtOnce === atOnce)
    .map(({ label }) => label.replace(/^[A-Z](?![A-Z])/, (capital) => capital.toLowerCase()))
}

/** Shown after saving. */
export function waitsForApproval({ noun }: Words): string {
  return `This ${noun} is waiting for approval. It will return to the shop once an admin approves it.`
}

/** Above the form of a product that an admin has taken off sale. */
export function offSale({ noun }: Words): string {
  return `This ${noun} is off sale: it is not in the shop until an admin puts it on sale again.`
}
