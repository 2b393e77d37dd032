import { time } from './legacy-customer-rows.ts'

/** An offer for one customer, which an order has used; the price of a product before; a part of a set. */
export const offerRows = {
  offers: [
    {
      ...{
        id: 1,
        name: 'Ten percent',
        kind: 'percent',
        amount: 10,
        applies_to: 'products',
        starts_at: time,
        ends_at: null,
      },
      ...{ only_for: 'meera@gamla.example', code: 'TEN10', needs_code: true, uses_in_all: 5, uses_by_person: 1 },
      ...{ collection_id: null, smallest_order: 500, first_order_only: false, paid_online_only: false, adds_up: false },
      ...{ buy: 0, get: 0, version: 1, time },
    },
  ],
  offer_products: [{ offer_id: 1, product_id: 1 }],
  offer_codes: [{ code: 'DIWALI-7KQ2', offer_id: 1, time }],
  offer_uses: [{ order_id: 1001, offer_id: 1, name: 'Ten percent', discount: 138, code: 'TEN10' }],
  former_prices: [{ id: 900, product_id: 1, variant_id: null, size_code: null, price: 1299, until: time }],
  set_parts: [{ product_id: 1, position: 0, variant_id: 1, quantity: 2 }],
  delivery_answers: [
    {
      ...{ id: 1, shipment_id: 1, attempt: 1, answer: 'again', day: '2026-11-25', phone: '9845000012' },
      ...{ address: '12 Lake View Road', state: 'sent', problem: null, time },
    },
  ],
}
