import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Cancellation, OrderStatus } from '#domain/orders/order-state.ts'

export const SHOPPERS = ['arjun', 'lakshmi', 'farhan'] as const

/** `demo` is the demo account of the role user. */
export type Shopper = 'demo' | (typeof SHOPPERS)[number]

export const ADDRESSES: Record<Shopper, DeliveryAddress> = {
  demo: {
    name: 'Meera Nair',
    address: '12 Lake View Road, Indiranagar',
    city: 'Bengaluru',
    pincode: '560038',
    mobileNumber: '9845000012',
  },
  arjun: {
    name: 'Arjun Mehta',
    address: '4 Paud Road, Kothrud',
    city: 'Pune',
    pincode: '411038',
    mobileNumber: '9822000034',
  },
  lakshmi: {
    name: 'Lakshmi Iyer',
    address: '27 Second Main Road, Adyar',
    city: 'Chennai',
    pincode: '600020',
    mobileNumber: '9840000056',
  },
  farhan: {
    name: 'Farhan Sheikh',
    address: '9 Hill Road, Bandra West',
    city: 'Mumbai',
    pincode: '400050',
    mobileNumber: '9820000078',
  },
}

export type DemoOrder = {
  by: Shopper
  daysAgo: number
  status: OrderStatus
  cancel: Cancellation
  lines: { title: string; size?: string; colour: string; quantity: number }[]
}

/** Oldest first: every status and cancellation state; exactly one delivered order makes its pot Sold. */
export const DEMO_ORDERS: DemoOrder[] = [
  {
    by: 'demo',
    daysAgo: 12,
    status: 'delivered',
    cancel: 'none',
    lines: [{ title: 'Widee Fountain Bowl', colour: 'Sandstone', quantity: 1 }],
  },
  {
    by: 'arjun',
    daysAgo: 9,
    status: 'confirmed',
    cancel: 'cancelled',
    lines: [{ title: 'Tubo Tall Taper', colour: 'Grey Stone', quantity: 2 }],
  },
  {
    by: 'demo',
    daysAgo: 8,
    status: 'confirmed',
    cancel: 'cancelled',
    lines: [{ title: 'Triya Hall Planter', colour: 'Marble White', quantity: 1 }],
  },
  {
    by: 'lakshmi',
    daysAgo: 6,
    status: 'confirmed',
    cancel: 'none',
    lines: [
      { title: 'Widee Herb Bowl', colour: 'Sandstone', quantity: 2 },
      { title: 'Boxa Railing Trough', colour: 'Grey Stone', quantity: 3 },
      { title: 'Cubee Desk Cube', size: 'C02', colour: 'Marble White', quantity: 1 },
    ],
  },
  {
    by: 'demo',
    daysAgo: 4,
    status: 'confirmed',
    cancel: 'requested',
    lines: [{ title: 'Bonsai Starter Tray', colour: 'Mosaic Grey', quantity: 1 }],
  },
  {
    by: 'farhan',
    daysAgo: 3,
    status: 'pending',
    cancel: 'none',
    lines: [{ title: 'Ovalin Verandah Oval Planter', colour: 'Sandstone', quantity: 2 }],
  },
  {
    by: 'demo',
    daysAgo: 2,
    status: 'pending',
    cancel: 'none',
    lines: [{ title: 'Ovalin Mantel Oval', colour: 'Marble White', quantity: 1 }],
  },
  {
    by: 'farhan',
    daysAgo: 2,
    status: 'confirmed',
    cancel: 'requested',
    lines: [{ title: 'Cubee Patio Block', colour: 'Grey Stone', quantity: 1 }],
  },
  {
    by: 'demo',
    daysAgo: 1,
    status: 'confirmed',
    cancel: 'none',
    lines: [
      { title: 'Cubee Window Ledge Planter in Marble White', colour: 'Marble White', quantity: 3 },
      { title: 'Widee Low Garden Bowl for Succulents', colour: 'Mosaic Grey', quantity: 1 },
    ],
  },
]
