import type { Problems } from '#domain/form-fields.ts'
import { checkbox, choice, rupees, wholeNumber } from '#domain/shop/fields.ts'
import { partPaidField, partPaidNow } from '#domain/shop/part-paid.ts'
import { defineSection } from '#domain/shop/section.ts'
import type { ListPrice } from '#domain/shop/shop-info.ts'

const HOURS_MAX = 720
const CASH_ORDERS_MAX = 9999

/** The section `Payment`: who may pay in cash, and which price is struck through. */
export const paymentSection = defineSection(
  {
    cashOnDelivery: { label: 'Cash on delivery', ...checkbox },
    smallestCashOrder: {
      label: 'Smallest cash order',
      hint: 'In whole rupees. Leave empty for no limit.',
      ...rupees,
    },
    largestCashOrder: {
      label: 'Largest cash order',
      hint: 'In whole rupees. Leave empty for no limit.',
      ...rupees,
    },
    partPaidOnline: {
      label: 'Part paid online',
      hint: 'Such as 20% or ₹200: shoppers may pay this part online now and the rest in cash. Leave empty to offer only all of it.',
      schema: partPaidField,
    },
    largestFirstCashOrder: {
      label: 'Largest first cash order',
      hint: 'Of an account without an earlier order, in whole rupees. Above it they can only pay online. Leave empty for no limit.',
      ...rupees,
    },
    unconfirmedCashOrders: {
      label: 'Cash orders of an unconfirmed buyer',
      hint: 'How many may wait for dispatch while the buyer has confirmed neither the email address nor the orders. Above it they can only pay online. Leave empty for no limit.',
      ...wholeNumber(CASH_ORDERS_MAX, 'orders'),
    },
    unconfirmedCashValue: {
      label: 'Value of these cash orders',
      hint: 'All waiting cash orders of an unconfirmed buyer together, in whole rupees. Their first one may be larger. Leave empty for no limit.',
      ...rupees,
    },
    noCashAfterReturn: { label: 'No cash for a mobile number whose earlier parcel came back', ...checkbox },
    confirmCashOrders: { label: 'Ask shoppers to confirm cash orders', ...checkbox },
    cancelUnconfirmedHours: {
      label: 'Cancel unconfirmed cash orders after (hours)',
      hint: 'Counted from the order. Leave empty to never cancel them.',
      ...wholeNumber(HOURS_MAX, 'hours'),
    },
    listPrice: {
      label: 'List price',
      hint: 'The struck-through price beside the price.',
      ...choice<ListPrice>(
        { 'times-1.1': '× 1.1 (as specified)', mrp: 'MRP per product', none: 'None' },
        'Choose a list price.',
      ),
    },
  },
  {
    check: ({
      smallestCashOrder,
      largestCashOrder,
      partPaidOnline,
      confirmCashOrders,
      cancelUnconfirmedHours,
    }): Problems => ({
      ...(largestCashOrder > 0 &&
        smallestCashOrder > largestCashOrder && {
          largestCashOrder: 'Enter at least the smallest cash order, or leave it empty.',
        }),
      ...(largestCashOrder > 0 &&
        partPaidOnline !== '' &&
        partPaidNow(partPaidOnline, largestCashOrder) === undefined && {
          partPaidOnline: 'Enter less than the largest cash order, or leave it empty.',
        }),
      ...(cancelUnconfirmedHours > 0 &&
        !confirmCashOrders && {
          cancelUnconfirmedHours: 'Ask shoppers to confirm cash orders first, or leave it empty.',
        }),
    }),
    warn: ({ cashOnDelivery, partPaidOnline, listPrice }, { mayPayOnline }) => ({
      ...(!cashOnDelivery &&
        !mayPayOnline && {
          cashOnDelivery: 'Online payment is not set up, so customers cannot order while cash on delivery is off.',
        }),
      ...(partPaidOnline !== '' &&
        !(cashOnDelivery && mayPayOnline) && {
          partPaidOnline: cashOnDelivery
            ? 'Online payment is not set up, so this is not offered.'
            : 'Cash on delivery is off, so this is not offered.',
        }),
      ...(listPrice === 'mrp' && { listPrice: 'Products without an MRP show no struck-through price.' }),
    }),
  },
)
