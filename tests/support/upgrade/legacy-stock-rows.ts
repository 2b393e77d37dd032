import { time } from './legacy-customer-rows.ts'

const cell = { product_id: 1, size_code: 'T01', finish: 'Sandstone' }

const mappings = { sizes: {}, finishes: {}, pictures: {} }

/** Requests for Sold pots, and what products have had since their stock is counted. */
export const stockRows = {
  imported_products: [{ source: 'shopify', key: 'old-pot', product_id: 1, mappings, memory: mappings }],
  product_raise: [
    {
      id: 1,
      product_id: 1,
      user_id: 'u1',
      name: 'Meera',
      email: 'meera@gamla.example',
      note: 'Two, please',
      notified_at: time,
      time,
    },
  ],
  wishlist_items: [{ user_id: 'u1', product_id: 1, time, asked_price: 849, known_price: 799 }],
  product_options: [{ product_id: 1, position: 1, name: 'Pack' }],
  product_variants: [
    {
      id: 1,
      ...cell,
      position: 0,
      options: [],
      on_hand: 3,
      held: 0,
      price: 1400,
      sku: 'TUBO-1-SAND',
      offered: true,
      barcode: '8901234567890',
    },
  ],
  stock_holds: [
    {
      ...cell,
      variant_id: 1,
      user_id: 'u1',
      checkout_id: '00000000-0000-4000-8000-0000000000bb',
      quantity: 2,
      expires_at: time,
    },
  ],
  stock_changes: [
    {
      id: 1,
      variant_id: 1,
      ...cell,
      change: 4,
      units_after: 4,
      reason: 'counted',
      order_id: null,
      actor_id: 's1',
      time,
    },
    {
      id: 2,
      variant_id: 1,
      ...cell,
      change: -1,
      units_after: 3,
      reason: 'ordered',
      order_id: 1001,
      actor_id: null,
      time,
    },
  ],
}

/** The table that `product_variants` replaces. */
export const stockCells = [{ ...cell, units: 3, price: 1400, sku: 'TUBO-1-SAND' }]
