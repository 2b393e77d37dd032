/** Shown on a seller's form before saving. */
export const approvalNotice =
  'Changes to the title, description, category, images, alt texts, HSN, GST rate or country of origin need approval: the pot is hidden from the shop until an admin approves it again. Changes to price, size, discount, SKU and MRP take effect immediately.'

/** Shown after saving. */
export const waitsForApproval =
  'This pot is waiting for approval. It will return to the shop once an admin approves it.'

/** Above the form of a product that an admin has taken off sale. */
export const offSale = 'This pot is off sale: it is not in the shop until an admin puts it on sale again.'
