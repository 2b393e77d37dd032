import { COURIERS } from '#domain/orders/couriers.ts'
import { AWB_MAX } from '#domain/orders/dispatch.ts'
import { Field, type fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type CarrierFieldsProps = {
  field: ReturnType<typeof fieldsOf<string>>
  /** What the parcel has now. */
  present?: { courier: string; awb?: string | undefined }
}

/** Courier, AWB and tracking link of a parcel. */
export function CarrierFields({ field, present = { courier: '' } }: CarrierFieldsProps) {
  const [courier, awb] = [field('courier'), field('awb')]
  return (
    <>
      <CourierField {...courier} defaultValue={courier.defaultValue ?? present.courier} present={present.courier} />
      <Field
        label="AWB"
        {...awb}
        defaultValue={awb.defaultValue ?? present.awb}
        autoComplete="off"
        maxLength={AWB_MAX}
      />
      <Field
        label="Tracking link"
        {...field('trackingLink')}
        type="url"
        autoComplete="off"
        hint="Leave empty for the courier’s own page."
      />
    </>
  )
}

type CourierFieldProps = {
  name: string
  defaultValue?: string | undefined
  error?: string | undefined
  present?: string
}

/** @param present a courier that a courier's system has named */
export function CourierField({ present = '', ...field }: CourierFieldProps) {
  const others = present && !COURIERS.some((one) => one === present) ? [present] : []
  return (
    <Field as="select" label="Courier" {...field}>
      <option value="">By hand</option>
      <Options of={[...others, ...COURIERS]} />
    </Field>
  )
}
