/** Shown on a seller's form before saving. */
export const approvalNotice =
  'Changes to the title, description, category or images need approval: the pot is hidden from the shop until an admin approves it again. Changes to price, size and discount take effect immediately.'

/** Shown after saving. */
export const waitsForApproval =
  'This pot is waiting for approval. It will return to the shop once an admin approves it.'
