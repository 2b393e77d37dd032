import { type FormEvent, useRef, useState } from 'react'
import type { Problems } from '#domain/form-fields.ts'
import { stateOfGstin } from '#domain/gstin.ts'
import type { DeliveryAddress } from '#domain/orders/address.ts'
import { STATES, STATES_BY_NAME } from '#domain/states.ts'
import type { PincodeAnswer } from '#web/client/pincode.ts'
import { Field, fieldsOf } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import { usePincode } from './use-pincode.ts'

const BUSINESS_FIELDS = ['firm', 'gstin', 'registeredAddress'] as const

type AddressFieldsProps = {
  problems: Problems
  values: Partial<DeliveryAddress>
  /** Warnings about values that look wrong but are accepted. */
  doubts?: Problems
  /** When the parcel arrives at the typed pincode. */
  arrival?: string | undefined
  onPincode?: (answer: PincodeAnswer | undefined) => void
}

/** The fields of an address. City and State are completed from the pincode. */
export function AddressFields({ problems, values, doubts = {}, arrival, onPincode }: AddressFieldsProps) {
  const fields = useRef<HTMLDivElement>(null)
  const complete = usePincode(fields, onPincode)
  const [gstin, setGstin] = useState(values.gstin ?? '')
  const registeredState = stateOfGstin(gstin.trim())

  function onInput(event: FormEvent<HTMLElement>) {
    complete(event)
    const typed = fields.current?.querySelector<HTMLInputElement>('[name=gstin]')
    if (typed) setGstin(typed.value)
  }

  const field = fieldsOf(values, problems)
  const isBusiness = BUSINESS_FIELDS.some((name) => values[name] || problems[name])
  return (
    <div className="grid grid-small address-fields" ref={fields} onInput={onInput}>
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
      <Field
        label="Pincode"
        className="address-half"
        {...field('pincode')}
        autoComplete="postal-code"
        inputMode="numeric"
        required
        maxLength={12}
        hint={arrival}
        warning={doubts.pincode}
      />
      <Field
        label="City"
        className="address-half"
        {...field('city')}
        autoComplete="address-level2"
        required
        maxLength={100}
      />
      <Field as="select" label="State" {...field('stateCode')} autoComplete="address-level1">
        <option value="">From the pincode</option>
        <Options of={STATES_BY_NAME} />
      </Field>
      <Field
        label="Mobile number"
        {...field('mobileNumber')}
        type="tel"
        autoComplete="tel"
        required
        maxLength={20}
        warning={doubts.mobileNumber}
      />
      <details className="underlined" open={isBusiness}>
        <summary>Buying for a business?</summary>
        <div className="stack">
          <Field label="Firm" {...field('firm')} autoComplete="organization" maxLength={100} />
          <Field
            label="GSTIN"
            {...field('gstin')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            hint="15 characters. It will be on your invoice."
          />
          <Field
            as="textarea"
            label="Registered address"
            {...field('registeredAddress')}
            autoComplete="off"
            rows={3}
            maxLength={300}
            hint={`With city and pincode.${registeredState ? ` State: ${STATES[registeredState]}, from the GSTIN.` : ''} Needed if we deliver to another State.`}
          />
        </div>
      </details>
    </div>
  )
}
