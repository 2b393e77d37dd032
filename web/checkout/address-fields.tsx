import type { DeliveryAddress } from '#domain/orders/address.ts'
import type { Problems } from '#domain/text.ts'
import { Field, fieldsOf } from '#web/ui/forms/field.tsx'

type AddressFieldsProps = { problems: Problems; values: Partial<DeliveryAddress> }

export function AddressFields({ problems, values }: AddressFieldsProps) {
  const field = fieldsOf(values, problems)
  return (
    <div className="address-fields">
      <Field label="Full name" {...field('name')} autoComplete="name" required maxLength={100} />
      <Field
        as="textarea"
        label="Address"
        {...field('address')}
        autoComplete="street-address"
        rows={3}
        required
        maxLength={300}
      />
      <Field label="City" {...field('city')} autoComplete="address-level2" required maxLength={100} />
      <Field
        label="Pincode"
        {...field('pincode')}
        autoComplete="postal-code"
        inputMode="numeric"
        required
        maxLength={12}
      />
      <Field label="Mobile number" {...field('mobileNumber')} type="tel" autoComplete="tel" required maxLength={20} />
    </div>
  )
}
