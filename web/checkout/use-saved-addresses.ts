import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { MAX_ADDRESSES } from '#domain/accounts/profile.ts'
import { addressKey, type DeliveryAddress } from '#domain/orders/address.ts'

export type SavedAddress = DeliveryAddress & { id: number; isDefault: boolean }

const SPECIFIED = ['name', 'address', 'city', 'pincode', 'mobileNumber'] as const
const FIELDS = [...SPECIFIED, 'stateCode', 'firm', 'gstin', 'registeredAddress'] as const

/** The buyer's saved addresses, the last used first. Unless something was typed, the form is filled with the default one. */
export function useSavedAddresses(form: RefObject<HTMLFormElement | null>) {
  const [addresses, setAddresses] = useState<readonly SavedAddress[]>([])
  const [chosen, setChosen] = useState<SavedAddress>()

  const receive = useEffectEvent((found: readonly SavedAddress[]) => {
    setAddresses(found)
    if (!form.current) return
    const typed = addressIn(form.current)
    const isEmpty = SPECIFIED.every((field) => typed[field] === '')
    if (isEmpty) choose(found.find(({ isDefault }) => isDefault) ?? found[0])
    else setChosen(found.find((address) => addressKey(address) === addressKey(typed)))
  })

  useEffect(() => {
    fetchAddresses().then(receive)
  }, [])

  function choose(address: SavedAddress | undefined) {
    setChosen(address)
    if (!form.current) return
    for (const field of FIELDS) controlOf(form.current, field).value = address?.[field] ?? ''
    const business = controlOf(form.current, 'gstin').closest('details')
    if (business && (address?.firm || address?.gstin)) business.open = true
    // The panel keeps a draft and removes problems on input; the fields begin anew with this pincode.
    form.current.querySelector('.address-fields')?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Once it was changed, the address is no longer the chosen one. */
  function noteInput() {
    if (!form.current || !chosen) return
    if (addressKey(addressIn(form.current)) !== addressKey(chosen)) setChosen(undefined)
  }

  return { addresses, chosen, choose, noteInput, mayBeSaved: !chosen && addresses.length < MAX_ADDRESSES }
}

/** None when they cannot be read: the form works without them. */
async function fetchAddresses(): Promise<SavedAddress[]> {
  try {
    const response = await fetch('/account/addresses')
    return response.ok ? await response.json() : []
  } catch {
    return []
  }
}

function addressIn(form: HTMLFormElement): DeliveryAddress {
  return Object.fromEntries(FIELDS.map((field) => [field, controlOf(form, field).value])) as DeliveryAddress
}

function controlOf(form: HTMLFormElement, field: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return form.elements.namedItem(field) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
}
