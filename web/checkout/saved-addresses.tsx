import { useId } from 'react'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import type { LastAddress, SavedAddress } from './use-saved-addresses.ts'

type SavedAddressesProps = {
  addresses: readonly SavedAddress[]
  last: LastAddress | undefined
  chosen: SavedAddress | undefined
  /** The form has the address of the last order. */
  isLast: boolean
  choose: (address: DeliveryAddress | undefined) => void
}

/** Addresses that can fill the form below: that of the last order, and the saved ones. */
export function SavedAddresses({ addresses, last, chosen, isLast, choose }: SavedAddressesProps) {
  return (
    <>
      {last && <SameAs last={last} isChosen={isLast} choose={choose} />}
      {addresses.length > 0 && <Saved addresses={addresses} chosen={chosen} choose={choose} />}
    </>
  )
}

type SameAsProps = Pick<SavedAddressesProps, 'choose'> & { last: LastAddress; isChosen: boolean }

function SameAs({ last: { orderId, address }, isChosen, choose }: SameAsProps) {
  const id = useId()
  return (
    <div className="stack start gap-1">
      <Button variant="quiet" small aria-pressed={isChosen} aria-describedby={id} onClick={() => choose(address)}>
        {isChosen && <Icon name="check" />}
        Same as order {orderId}
      </Button>
      <p className="fine" id={id}>
        {address.name}, {address.address}, {address.city} {address.pincode}
      </p>
    </div>
  )
}

function Saved({ addresses, chosen, choose }: Pick<SavedAddressesProps, 'addresses' | 'chosen' | 'choose'>) {
  return (
    <Field
      as="select"
      label="Saved addresses"
      name="saved"
      value={chosen?.id ?? ''}
      onChange={(event) => choose(addresses.find(({ id }) => String(id) === event.currentTarget.value))}
    >
      {addresses.map(({ id, name, address, city, pincode }) => (
        <option key={id} value={id}>
          {name}, {address}, {city} {pincode}
        </option>
      ))}
      <option value="">Another address</option>
    </Field>
  )
}
