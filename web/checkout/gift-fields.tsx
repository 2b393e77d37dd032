import { useState } from 'react'
import type { Problems } from '#domain/form-fields.ts'
import { GIFT, GIFT_MESSAGE, GIFT_MESSAGE_MAX, GIFT_RECIPIENT } from '#domain/orders/gift.ts'
import { Field, fieldsOf } from '#web/ui/forms/field.tsx'

/** The address above is then where the gift goes. */
export function GiftFields({ values, problems }: { values: Partial<Record<string, string>>; problems: Problems }) {
  const [isGift, setGift] = useState(values[GIFT] !== undefined)
  const field = fieldsOf(values, problems)
  return (
    <fieldset className="stack gap-2">
      <label className="check">
        <input
          type="checkbox"
          name={GIFT}
          value="yes"
          defaultChecked={isGift}
          onChange={({ currentTarget }) => setGift(currentTarget.checked)}
        />{' '}
        It's a gift
      </label>
      {isGift && (
        <>
          <Field
            label="Recipient"
            {...field(GIFT_RECIPIENT)}
            autoComplete="off"
            maxLength={100}
            hint="Their name is on the parcel. Enter their address above; the bill names you."
          />
          <Field
            label="Message"
            {...field(GIFT_MESSAGE)}
            as="textarea"
            rows={3}
            maxLength={GIFT_MESSAGE_MAX}
            hint="Printed on the slip in the parcel, which shows no prices. The bill comes to you by email only."
          />
        </>
      )}
    </fieldset>
  )
}
