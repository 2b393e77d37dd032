import { numberOrNothing, wholeOrNothing } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'

const MEGABYTES_MAX = 100_000
const PRODUCTS_MAX = 99_999

/** The section `Sellers`: what one seller may send before somebody of the shop has looked at it. */
export const sellerSection = defineSection<'sellerDailyMegabytes' | 'sellerWaitingProducts'>({
  sellerDailyMegabytes: {
    label: 'Images of a seller in a day (MB)',
    inputMode: 'numeric',
    hint: 'Counted in megabytes as they are uploaded. Leave empty for no limit.',
    schema: wholeOrNothing(
      MEGABYTES_MAX,
      `Enter at most ${MEGABYTES_MAX} MB.`,
      'Enter a whole number of megabytes, or leave it empty.',
    ),
    typed: numberOrNothing,
  },
  sellerWaitingProducts: {
    label: 'Products of a seller that wait for approval',
    inputMode: 'numeric',
    hint: 'With so many waiting, a seller can add more only after you have approved or deleted some. Leave empty for no limit.',
    schema: wholeOrNothing(
      PRODUCTS_MAX,
      `Enter at most ${PRODUCTS_MAX} products.`,
      'Enter a whole number of products, or leave it empty.',
    ),
    typed: numberOrNothing,
  },
})
