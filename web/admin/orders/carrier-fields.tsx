import { COURIERS, chooseRate, describeRate, type Rate } from '#domain/orders/couriers.ts'
import { AWB_MAX } from '#domain/orders/dispatch.ts'
import { Field, type fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type CarrierFieldsProps = {
  field: ReturnType<typeof fieldsOf<string>>
  /** The present courier and AWB of the parcel. */
  present?: { courier: string; awb?: string | undefined }
}

/** Courier, AWB and tracking link of a parcel. */
export function CarrierFields({ field, present = { courier: '' } }: CarrierFieldsProps) {
  const courier = field('courier')
  const awb = field('awb')
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

type CourierChoiceProps = Omit<CourierFieldProps, 'present'> & {
  /** The courier's system that books. */
  bookWith: string
  /** Those of this parcel, once they were asked for. */
  rates?: readonly Rate[] | undefined
}

/** The courier of a parcel that the courier's system books: as it likes, the cheapest, the fastest, or a courier by name. */
export function CourierChoice({ bookWith, rates = [], ...field }: CourierChoiceProps) {
  const priceOf = (wanted: string) => {
    const rate = chooseRate(rates, wanted)
    return rate ? `: ${rate.courier}, ${describeRate(rate)}` : ''
  }
  return (
    <Field as="select" label="Book" {...field}>
      <option value="">{`${bookWith} chooses`}</option>
      <option value="cheapest">{`Cheapest${priceOf('cheapest')}`}</option>
      <option value="fastest">{`Fastest${priceOf('fastest')}`}</option>
      <Options of={rates.map((rate) => [rate.id, `${rate.courier}: ${describeRate(rate)}`])} />
    </Field>
  )
}

/** The prices beside the button `Book`. */
export function Rates({ rates }: { rates: readonly Rate[] | undefined }) {
  if (!rates?.length) return null
  return (
    <ul aria-label="Couriers’ prices" className="fine">
      {rates.map((rate) => (
        <li key={rate.id}>
          {rate.courier}: {describeRate(rate)}
        </li>
      ))}
    </ul>
  )
}
