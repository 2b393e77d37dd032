import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { parseMeasures } from '#domain/orders/parcel-box.ts'
import { numberOrNothing, requiredText, wholeOrNothing } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'

const DAYS_MAX = 90

/** Words of a fee or of a condition, which the cart would contradict with `Delivery Free`. */
const PROMISES_A_FEE = /\d|₹|\b(rs|inr|rupees?|fees?|charges?|charged|extra|above|below|over|under|except|minimum)\b/i

/** The section `Delivery`. Delivery itself is free, as specified. */
export const deliverySection = defineSection<'freeDeliveryLine' | 'deliveryDays' | 'usualParcel' | 'usualWeight'>({
  freeDeliveryLine: {
    label: 'Free delivery line',
    required: true,
    hint: 'On product pages and wherever shoppers read about delivery, which is free in this shop.',
    schema: v.pipe(
      requiredText(100, 'Enter a line, such as Free delivery across India.'),
      v.check(
        (typed) => !PROMISES_A_FEE.test(typed),
        'Delivery is free for every order here. Leave out amounts, fees and conditions.',
      ),
    ),
  },
  deliveryDays: {
    label: 'Delivery days',
    inputMode: 'numeric',
    hint: 'How many days a delivery takes at most. Leave empty to promise nothing.',
    schema: wholeOrNothing(
      DAYS_MAX,
      `Enter at most ${DAYS_MAX} days.`,
      'Enter a whole number of days, or leave it empty.',
    ),
    typed: numberOrNothing,
  },
  usualParcel: {
    label: 'Usual parcel in cm',
    hint: 'Length, breadth and height for the courier, such as 30 x 30 x 30. Used for what has no size of its own; Sizes have their measures.',
    schema: v.pipe(
      line,
      v.check((text) => text === '' || parseMeasures(text) !== undefined, 'Enter three lengths, such as 30 x 30 x 30.'),
    ),
  },
  usualWeight: {
    label: 'Usual weight of a piece in kg',
    inputMode: 'decimal',
    hint: 'For pieces whose size has no weight, such as 1.5.',
    schema: v.pipe(
      line,
      v.regex(/^(\d{1,3}([.,]\d{1,3})?)?$/, 'Enter kilograms, such as 1.5, or leave it empty.'),
      v.transform((text) => Number(text.replace(',', '.'))),
    ),
    typed: numberOrNothing,
  },
})
