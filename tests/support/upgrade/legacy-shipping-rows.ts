import { time } from './legacy-customer-rows.ts'

export const SUPPLIER_GSTIN = '27AAPFU0939F1ZV'

/** A parcel of an order that was deleted, half of which came back. */
export const shippingRows = {
  shipments: [
    {
      id: 1,
      order_id: 900,
      user_id: 'u1',
      key: '00000000-0000-4000-8000-0000000000c1',
      courier: 'Blue Dart',
      awb: 'BD900',
      tracking_link: '',
      step: 'delivered',
      step_at: time,
      status: '',
      cash: 2770,
      mobile: '9845000012',
      booking: null,
      booking_problem: null,
      provider_order_id: null,
      provider_shipment_id: null,
      checked_at: null,
      delivered_at: time,
      time,
    },
  ],
  shipment_lines: [{ shipment_id: 1, position: 0, quantity: 2 }],
  shipment_scans: [
    { id: 1, shipment_id: 1, step: 'delivered', status: 'Delivered', place: 'Pune', source: 'courier', time },
  ],
  // Of a cancelled order, because an account with one that is open cannot be erased.
  open_deliveries: [{ order_id: 1003, sent: null, arrived: [], cancel: 'none', dispatched: 'none', undo_until: time }],
  returns: [
    {
      id: 1,
      key: '00000000-0000-4000-8000-0000000000c2',
      shipment_id: 1,
      order_id: 900,
      reason: 'returned',
      paid_back_on: null,
      paid_back_reference: '',
      actor_id: 's1',
      time,
    },
  ],
  return_lines: [{ return_id: 1, position: 0, good: 1, damaged: 0 }],
  remittance_imports: [{ id: 1, file_name: '', time }],
  remittances: [
    {
      id: 1,
      awb: 'BD900',
      reference: 'UTR1',
      amount: 270000,
      paid_on: '2026-01-05',
      shipment_id: 1,
      import_id: 1,
      time,
    },
  ],
  cash_write_offs: [
    {
      id: 1,
      shipment_id: 1,
      key: '00000000-0000-4000-8000-0000000000c4',
      amount: 7000,
      reason: 'Fee of the courier',
      time,
    },
  ],
  delivery_areas: [{ pincode: '700019', days: 3, cash: true, largest: 5000 }],
  bills: [
    {
      id: 1,
      series: 'bill',
      financial_year: '25-26',
      serial: 1,
      number: 'GM/25-26/00001',
      kind: 'receipt',
      date: '2026-01-02',
      order_id: 900,
      user_id: 'u1',
      shipment_id: 1,
      bill_id: null,
      return_id: null,
      place_of_supply: '27',
      supplier_gstin: SUPPLIER_GSTIN,
      buyer_gstin: '',
      total: 277000,
      document: {
        number: 'GM/25-26/00001',
        supplier: { gstin: SUPPLIER_GSTIN },
        buyer: { name: 'Meera Nair', address: '12 Lake View Road', city: 'Pune', pincode: '411001', state: '27' },
      },
      time,
    },
  ],
  bill_counters: [{ gstin: SUPPLIER_GSTIN, series: 'bill', financial_year: '25-26', last: 1 }],
}
