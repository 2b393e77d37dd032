/** On a seller's form, before it is saved. */
export const approvalNotice =
  'A new title, description, category or picture is looked at first: when you save one, this pot leaves the shop until an admin has approved it again. Price, size and discount change at once.'

/** After it was saved. */
export const waitsForApproval = 'This pot waits for approval, and is back in the shop after that.'
