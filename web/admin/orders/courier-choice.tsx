import { chooseRate, describeRate, type Rate } from '#domain/orders/couriers.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'

type CourierChoiceProps = {
  /** The courier's system that books. */
  bookWith: string
  /** Those of this parcel, once they were asked for. */
  rates?: readonly Rate[] | undefined
  value: string | undefined
  error?: string | undefined
}

/** The courier of a parcel that the courier's system books: as it likes, the cheapest, the fastest, or a courier by name. */
export function CourierChoice({ bookWith, rates = [], value, error }: CourierChoiceProps) {
  const priceOf = (wanted: string) => {
    const rate = chooseRate(rates, wanted)
    return rate ? `: ${rate.courier}, ${describeRate(rate)}` : ''
  }
  return (
    <Field as="select" label="Book" name="wantedCourier" defaultValue={value} error={error}>
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
