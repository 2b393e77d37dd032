import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Problems } from '#domain/text.ts'
import { Field } from '#web/ui/forms/field.tsx'

type AddressFieldsProps = { problems: Problems; values: Partial<DeliveryAddress> }

export function AddressFields({ problems, values }: AddressFieldsProps) {
  return (
    <div className="address-fields">
      <Field
        label="Full name"
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={values.name}
        error={problems.name}
      />
      <Field
        as="textarea"
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={3}
        required
        maxLength={300}
        defaultValue={values.address}
        error={problems.address}
      />
      <Field
        label="City"
        name="city"
        autoComplete="address-level2"
        required
        maxLength={100}
        defaultValue={values.city}
        error={problems.city}
      />
      <Field
        label="Pincode"
        name="pincode"
        autoComplete="postal-code"
        inputMode="numeric"
        required
        maxLength={12}
        defaultValue={values.pincode}
        error={problems.pincode}
      />
      <Field
        label="Mobile number"
        name="mobileNumber"
        type="tel"
        autoComplete="tel"
        required
        maxLength={20}
        defaultValue={values.mobileNumber}
        error={problems.mobileNumber}
      />
    </div>
  )
}
