import * as v from 'valibot'
import { line, type Problems } from '#domain/text.ts'
import { checkbox, numberOrNothing, rupeesOrNothing } from './fields.ts'
import { defineSection } from './section.ts'
import { LIST_PRICES } from './settings.ts'

const LIST_PRICE_TEXTS = { 'times-1.1': '× 1.1 (as specified)', mrp: 'MRP per product', none: 'None' } as const

/** The section `Payment`: who may pay in cash, and which price is struck through. */
export const paymentSection = defineSection<'cashOnDelivery' | 'smallestCashOrder' | 'largestCashOrder' | 'listPrice'>(
  {
    cashOnDelivery: { label: 'Cash on delivery', ...checkbox },
    smallestCashOrder: {
      label: 'Smallest cash order',
      inputMode: 'numeric',
      hint: 'In whole rupees. Empty: no limit.',
      schema: rupeesOrNothing,
      typed: numberOrNothing,
    },
    largestCashOrder: {
      label: 'Largest cash order',
      inputMode: 'numeric',
      hint: 'In whole rupees. Empty: no limit.',
      schema: rupeesOrNothing,
      typed: numberOrNothing,
    },
    listPrice: {
      label: 'List price',
      hint: 'The struck-through price beside the price.',
      options: LIST_PRICES.map((value) => [value, LIST_PRICE_TEXTS[value]] as const),
      schema: v.pipe(line, v.picklist(LIST_PRICES, 'Choose a list price.')),
    },
  },
  {
    check: ({ smallestCashOrder, largestCashOrder }): Problems =>
      largestCashOrder > 0 && smallestCashOrder > largestCashOrder
        ? { largestCashOrder: 'Enter at least the smallest cash order, or leave it empty.' }
        : {},
    warn: ({ cashOnDelivery, listPrice }, { mayPayOnline }) => ({
      ...(!cashOnDelivery &&
        !mayPayOnline && {
          cashOnDelivery: 'Online payment is not set up, so nobody can order while cash on delivery is off.',
        }),
      ...(listPrice === 'mrp' && { listPrice: 'Products without an MRP show no struck-through price.' }),
    }),
  },
)
