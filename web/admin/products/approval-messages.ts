/** On a seller's form, before it is saved. */
export const approvalNotice =
  'Changes to the title, description, category or pictures need approval: the pot is hidden from the shop until an admin approves it again. Changes to price, size and discount take effect immediately.'

/** After it was saved. */
export const waitsForApproval =
  'This pot is waiting for approval. It will return to the shop once an admin approves it.'
