import { Field } from '#web/ui/forms/field.tsx'
import type { SavedAddress } from './use-saved-addresses.ts'

type SavedAddressesProps = {
  addresses: readonly SavedAddress[]
  chosen: SavedAddress | undefined
  choose: (address: SavedAddress | undefined) => void
}

/** A choice of saved addresses, which fills the form below. */
export function SavedAddresses({ addresses, chosen, choose }: SavedAddressesProps) {
  if (addresses.length === 0) return null
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
