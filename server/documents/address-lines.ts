import { deliveryStateOf } from '#domain/delivery/pincode-states.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { STATES } from '#domain/states.ts'

/** The firm or the person first, then the lines below each other; the mobile number comes last. */
export function addressLines(to: DeliveryAddress): string[] {
  const state = deliveryStateOf(to)
  const lines = [
    to.firm || to.name,
    to.firm ? to.name : '',
    ...to.address.split('\n'),
    `${to.city} ${to.pincode}`,
    state ? STATES[state] : '',
    `Mobile: ${to.mobileNumber}`,
  ]
  return lines.filter(Boolean)
}
