import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { MAX_ADDRESSES } from '#domain/accounts/profile.ts'
import { addressKey, type DeliveryAddress } from '#domain/orders/address.ts'
import type { OrderId } from '#domain/orders/order-state.ts'
import { fetchJson } from '#web/client/fetch-json.ts'
import { useVisitor } from '#web/client/visitor.ts'

export type SavedAddress = DeliveryAddress & { id: number; isDefault: boolean }

const SPECIFIED = ['name', 'address', 'city', 'pincode', 'mobileNumber'] as const
const FIELDS = [...SPECIFIED, 'stateCode', 'firm', 'gstin', 'registeredAddress'] as const

export type LastAddress = { orderId: OrderId; address: DeliveryAddress }
type Offered = { saved: readonly SavedAddress[]; last?: LastAddress }

/**
 * The buyer's saved addresses, the last used first, and that of their last order. Unless something was typed, the form is
 * filled with the default one, or else with that of the last order.
 */
export function useSavedAddresses(form: RefObject<HTMLFormElement | null>) {
  const [{ saved, last }, setOffered] = useState<Offered>(NOTHING)
  const [filled, setFilled] = useState('')
  const isLoggedIn = useVisitor() !== undefined

  const receive = useEffectEvent((offered: Offered) => {
    setOffered(offered)
    if (!form.current) return
    const typed = addressIn(form.current)
    const isEmpty = SPECIFIED.every((field) => typed[field] === '')
    const { saved, last } = offered
    if (isEmpty) choose(saved.find(({ isDefault }) => isDefault) ?? last?.address ?? saved[0])
    else setFilled(addressKey(typed))
  })

  useEffect(() => {
    // The form works without them.
    if (isLoggedIn) void fetchJson<Offered>('/account/addresses').then((offered) => receive(offered ?? NOTHING))
  }, [isLoggedIn])

  function choose(address: DeliveryAddress | undefined) {
    if (!form.current) return
    for (const field of FIELDS) controlOf(form.current, field).value = address?.[field] ?? ''
    // Somebody who is about to type there replaces the text.
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && focused.closest('.address-fields')) focused.select()
    const business = controlOf(form.current, 'gstin').closest('details')
    if (business && (address?.firm || address?.gstin)) business.open = true
    // The panel keeps a draft and removes problems on input; the fields begin anew with this pincode.
    form.current.querySelector('.address-fields')?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Once it was changed, the address is no longer the chosen one. */
  function noteInput() {
    if (form.current) setFilled(addressKey(addressIn(form.current)))
  }

  const chosen = saved.find((address) => addressKey(address) === filled)
  const isLast = last !== undefined && addressKey(last.address) === filled
  return {
    addresses: saved,
    last,
    chosen,
    isLast,
    choose,
    noteInput,
    mayBeSaved: !chosen && saved.length < MAX_ADDRESSES,
  }
}

const NOTHING: Offered = { saved: [] }

function addressIn(form: HTMLFormElement): DeliveryAddress {
  return Object.fromEntries(FIELDS.map((field) => [field, controlOf(form, field).value])) as DeliveryAddress
}

function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
}
