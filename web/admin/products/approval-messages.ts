import type { Words } from '#domain/shop/wording.ts'

/** Shown on a seller's form before saving. */
export function approvalNotice({ noun }: Words): string {
  return `Changes to the title, description, category, images, alt texts, HSN, GST rate or country of origin need approval: the ${noun} is hidden from the shop until an admin approves it again. Changes to price, size, discount, SKU and MRP take effect immediately.`
}

/** Shown after saving. */
export function waitsForApproval({ noun }: Words): string {
  return `This ${noun} is waiting for approval. It will return to the shop once an admin approves it.`
}

/** Above the form of a product that an admin has taken off sale. */
export function offSale({ noun }: Words): string {
  return `This ${noun} is off sale: it is not in the shop until an admin puts it on sale again.`
}
