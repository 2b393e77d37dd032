/**
 * How a product's stock works. `as-delivered`: one delivery makes it Sold, as specified. `counted`: it is Sold when no
 * unit is left. `made-to-order`: it is never Sold. `set`: a set has the stock of its parts, and no other product has this.
 */
export const STOCK_MODES = ['as-delivered', 'counted', 'made-to-order'] as const
export type StockMode = (typeof STOCK_MODES)[number] | 'set'

export const STOCK_LABELS: Record<StockMode, string> = {
  'as-delivered': 'As delivered',
  counted: 'Counted',
  'made-to-order': 'Made to order',
  set: 'Of its parts',
}

/**
 * Why the units of a variant have changed. `ordered`: sold. `cancelled`, `deleted`: given back. `counted`, `not-offered`:
 * changed in the form of the product. `imported`: changed by a CSV file. `returned`: came back from a shopper or a courier.
 * `changed`: taken or given back when an order was changed. `replaced`: sent for damaged goods.
 */
export const REASON_LABELS = {
  ordered: 'Ordered',
  cancelled: 'Order cancelled',
  deleted: 'Order deleted',
  counted: 'Counted',
  'not-offered': 'Not offered',
  imported: 'Imported',
  returned: 'Returned',
  changed: 'Order changed',
  replaced: 'Sent as a replacement',
} as const
export type StockReason = keyof typeof REASON_LABELS
