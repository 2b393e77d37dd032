import type { Words } from '#domain/shop/wording.ts'

/** Shown on a seller's form before saving. */
export function approvalNotice({ noun }: Words): string {
  return `Changes to the title, description, category or images need approval: the ${noun} is hidden from the shop until an admin approves it again. Changes to price, size and discount take effect immediately.`
}

/** Shown after saving. */
export function waitsForApproval({ noun }: Words): string {
  return `This ${noun} is waiting for approval. It will return to the shop once an admin approves it.`
}
