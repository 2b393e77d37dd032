import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Cancellation, OrderStatus } from '#domain/orders/order-state.ts'

export const SHOPPERS = ['arjun', 'lakshmi', 'farhan'] as const

/** `demo` is the demo account of the role user. */
export type Shopper = 'demo' | (typeof SHOPPERS)[number]

export const ADDRESSES: Record<Shopper, DeliveryAddress> = {
  demo: addressOf('Meera Nair', '12 Lake View Road, Indiranagar', 'Bengaluru', '560038', '9845000012'),
  arjun: addressOf('Arjun Mehta', '4 Paud Road, Kothrud', 'Pune', '411038', '9822000034'),
  lakshmi: addressOf('Lakshmi Iyer', '27 Second Main Road, Adyar', 'Chennai', '600020', '9840000056'),
  farhan: addressOf('Farhan Sheikh', '9 Hill Road, Bandra West', 'Mumbai', '400050', '9820000078'),
}

function addressOf(name: string, address: string, city: string, pincode: string, mobileNumber: string) {
  return { name, address, city, pincode, mobileNumber }
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
  order('demo', 12, 'delivered', 'none', line(1, 'Widee Fountain Bowl', 'Grey Stone')),
  order('arjun', 9, 'confirmed', 'cancelled', line(2, 'Tubo Tall Taper', 'Grey Stone')),
  order('demo', 8, 'confirmed', 'cancelled', line(1, 'Triya Hall Planter', 'Marble White')),
  order(
    'lakshmi',
    6,
    'confirmed',
    'none',
    line(2, 'Widee Herb Bowl', 'Sandstone'),
    line(3, 'Boxa Railing Trough', 'Grey Stone'),
    line(1, 'Cubee Desk Cube', 'Marble White', 'C02'),
  ),
  order('demo', 4, 'confirmed', 'requested', line(1, 'Bonsai Starter Tray', 'Mosaic Grey')),
  order('farhan', 3, 'pending', 'none', line(2, 'Ovalin Verandah Oval Planter', 'Sandstone')),
  order('demo', 2, 'pending', 'none', line(1, 'Ovalin Mantel Oval', 'Marble White')),
  order('farhan', 2, 'confirmed', 'requested', line(1, 'Cubee Patio Block', 'Grey Stone')),
  order(
    'demo',
    1,
    'confirmed',
    'none',
    line(3, 'Cubee Window Ledge Planter in Marble White', 'Marble White'),
    line(1, 'Widee Low Garden Bowl for Succulents', 'Mosaic Grey'),
  ),
]

function order(
  by: Shopper,
  daysAgo: number,
  status: OrderStatus,
  cancel: Cancellation,
  ...lines: DemoOrder['lines']
): DemoOrder {
  return { by, daysAgo, status, cancel, lines }
}

function line(quantity: number, title: string, colour: string, size?: string) {
  return { title, colour, quantity, ...(size !== undefined && { size }) }
}
