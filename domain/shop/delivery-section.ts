import { numberOrNothing, requiredText, wholeOrNothing } from './fields.ts'
import { defineSection } from './section.ts'

const DAYS_MAX = 90

/** The section `Delivery`. Delivery itself is free, as specified. */
export const deliverySection = defineSection<'freeDeliveryLine' | 'deliveryDays'>({
  freeDeliveryLine: {
    label: 'Free delivery line',
    required: true,
    hint: 'On product pages and wherever shoppers read about delivery.',
    schema: requiredText(100, 'Enter a line, such as Free delivery across India.'),
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
})
