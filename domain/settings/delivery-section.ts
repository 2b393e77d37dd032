import * as v from 'valibot'
import { EVERYWHERE_ELSE, zoneProblem } from '#domain/delivery/fee.ts'
import { line, type Problems, paragraph, refuseWith } from '#domain/form-fields.ts'
import { parseMeasures, type ShopBox } from '#domain/orders/pack.ts'
import type { FeeRow } from '#domain/shop/delivery-fees.ts'
import { decimal, lines, numberOrNothing, requiredText, rupees, text, wholeNumber } from '#domain/shop/fields.ts'
import { defineSection, LAST_ROW } from '#domain/shop/section.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { cleanLine, stripRupeeFormat } from '#domain/text.ts'
import { isCalendarDay } from '#domain/time.ts'

const DAYS_MAX = 90
const PACKING_DAYS_MAX = 30
const HOLIDAYS_MAX = 200
const BOXES_MAX = 50
const FEES_MAX = 100

/** Words of a fee or of a condition, which the cart would contradict with `Delivery Free`. */
const PROMISES_A_FEE = /\d|₹|\b(rs|inr|rupees?|fees?|charges?|charged|extra|above|below|over|under|except|minimum)\b/i

const centimetres = (side: string) =>
  v.pipe(
    decimal(1, `Enter the ${side} in centimetres, such as 40 or 40.5.`),
    v.check((cm) => cm >= 1, `Enter a ${side} of at least 1 cm.`),
    v.maxValue(300, 'A box has sides of at most 300 cm.'),
  )

const box: v.GenericSchema<unknown, ShopBox> = v.object({
  name: requiredText(40, 'Give the box a name, such as Small.'),
  length: centimetres('length'),
  width: centimetres('width'),
  height: centimetres('height'),
  tare: v.pipe(
    decimal(3, 'Enter the weight of the empty box in kilograms, such as 0.4, or leave it empty.'),
    v.maxValue(100, 'An empty box weighs at most 100 kg.'),
  ),
})

const feeRow: v.GenericSchema<unknown, FeeRow> = v.object({
  zone: v.pipe(
    line,
    refuseWith((zone: string) => (zone === EVERYWHERE_ELSE ? undefined : zoneProblem(zone))),
  ),
  upToKg: decimal(3, 'Enter kilograms, such as 5, or leave it empty for any weight.'),
  fee: v.pipe(
    line,
    v.transform(stripRupeeFormat),
    v.regex(/^\d{1,6}$/, 'Enter whole rupees, such as 99, or 0 for free.'),
    v.transform(Number),
  ),
})

/** The section `Delivery`. Delivery itself is free, as specified. */
export const deliverySection = defineSection(
  {
    freeDeliveryLine: {
      label: 'Free delivery line',
      required: true,
      hint: 'On product pages and wherever shoppers read about delivery, while it is free. With a fee they say what it costs instead.',
      schema: v.pipe(
        requiredText(100, 'Enter a line, such as Free delivery across India.'),
        v.check(
          (typed) => !PROMISES_A_FEE.test(typed),
          'Delivery is free for every order here. Leave out amounts, fees and conditions.',
        ),
      ),
    },
    deliveryFees: {
      label: 'Delivery fee',
      hint: 'Without rows delivery is free. The first row that fits holds: its zone are States or pincodes with commas between them, its weight the real or the volumetric one (cm³ ÷ 5000), whichever is larger. Empty a row to remove it.',
      rows: {
        name: 'Fee',
        columns: {
          zone: { label: 'Zone' },
          upToKg: { label: 'Up to kg', isEmptyAtZero: true, inputMode: 'decimal' },
          fee: { label: 'Fee', unit: '₹', inputMode: 'numeric' },
        },
        last: { column: 'zone', value: EVERYWHERE_ELSE },
      },
      schema: v.pipe(v.array(feeRow), v.maxLength(FEES_MAX, `Enter at most ${FEES_MAX} rows.`)),
    },
    freeFrom: {
      ...rupees,
      label: 'Free from',
      hint: 'Amount of an order, after discounts, from which its delivery is free. Leave empty for no such amount.',
    },
    deliveryDays: {
      label: 'Delivery days',
      hint: 'How many days a delivery takes at most. Leave empty to promise nothing.',
      ...wholeNumber(DAYS_MAX, 'days'),
    },
    cutOff: {
      label: 'Cut-off',
      type: 'time',
      hint: 'Orders after this time count for the next day. With a cut-off, packing days or holidays, nothing is packed or promised for Sundays either.',
      schema: v.pipe(line, v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Enter a time, such as 14:00, or leave it empty.')),
    },
    packingDays: {
      label: 'Packing days',
      hint: 'Working days until a parcel leaves. The delivery days follow them.',
      ...wholeNumber(PACKING_DAYS_MAX, 'days'),
    },
    holidays: {
      label: 'Holidays',
      control: 'textarea',
      hint: 'A date a line, such as 2026-12-25.',
      schema: v.pipe(
        paragraph,
        v.transform((text) => [...new Set(text.split('\n').map(cleanLine).filter(Boolean))].sort()),
        v.maxLength(HOLIDAYS_MAX, `Enter at most ${HOLIDAYS_MAX} dates.`),
        refuseWith((days: string[]) => {
          const wrong = days.find((day) => !isCalendarDay(day))
          return wrong && `“${wrong.slice(0, 20)}” is no date. Write each as 2026-12-25.`
        }),
      ),
      typed: (days) => days.join('\n'),
    },
    pickUpAt: {
      label: 'Pick up at',
      hint: 'Name of a place where buyers can fetch their order, such as our workshop. Checkout then offers it beside delivery, without a delivery fee. Leave empty to deliver every order.',
      schema: text(60),
    },
    pickUpAddress: {
      label: 'Address of this place',
      control: 'textarea',
      hint: 'With city and pincode, in the State of your registration: goods that are handed over there are taxed there.',
      schema: lines(300),
    },
    pickUpHours: {
      label: 'Opening hours',
      control: 'textarea',
      hint: 'As buyers read them, such as Mon–Sat 10 am–7 pm.',
      schema: lines(300),
    },
    boxes: {
      label: 'Boxes',
      hint: 'Inner measures in centimetres; the tare is the empty box with its padding. Dispatch proposes one from the measures and weights of what is in the parcel. Empty a row to remove it.',
      rows: {
        name: 'Box',
        columns: {
          name: { label: 'Name' },
          length: { label: 'Length', unit: 'cm', inputMode: 'decimal' },
          width: { label: 'Width', unit: 'cm', inputMode: 'decimal' },
          height: { label: 'Height', unit: 'cm', inputMode: 'decimal' },
          tare: { label: 'Tare', unit: 'kg', isEmptyAtZero: true, inputMode: 'decimal' },
        },
      },
      schema: v.pipe(
        v.array(box),
        v.maxLength(BOXES_MAX, `Enter at most ${BOXES_MAX} boxes.`),
        refuseWith((boxes: ShopBox[]) => {
          const names = boxes.map(({ name }) => name.toLowerCase())
          const twice = boxes.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index)
          return twice && `Two boxes are called ${twice.name}. Give each its own name.`
        }),
      ),
    },
    usualParcel: {
      label: 'Usual parcel in cm',
      hint: 'Length, breadth and height for the courier, such as 30 x 30 x 30. Used for what has no size of its own; Sizes have their measures.',
      schema: v.pipe(
        line,
        v.check(
          (text) => text === '' || parseMeasures(text) !== undefined,
          'Enter three lengths, such as 30 x 30 x 30.',
        ),
      ),
    },
    usualWeight: {
      label: 'Usual weight of a piece in kg',
      inputMode: 'decimal',
      hint: 'For pieces whose size has no weight, such as 1.5.',
      schema: v.pipe(
        decimal(3, 'Enter kilograms, such as 1.5, or leave it empty.'),
        v.maxValue(999, 'Enter kilograms, such as 1.5, or leave it empty.'),
      ),
      typed: numberOrNothing,
    },
  },
  {
    check: (values) => ({ ...feeProblems(values), ...pickUpProblems(values) }),
  },
)

function feeProblems({ deliveryFees }: Pick<Settings, 'deliveryFees'>): Problems {
  const last = deliveryFees.at(-1)
  if (!last || (last.zone === EVERYWHERE_ELSE && last.upToKg === 0)) return {}
  return last.zone === EVERYWHERE_ELSE
    ? { [`deliveryFees.${LAST_ROW}.upToKg`]: 'Leave this empty: the last row is for any weight.' }
    : { [`deliveryFees.${LAST_ROW}.fee`]: 'Enter the fee for everywhere else, or 0 for free.' }
}

/** A buyer who is to come has to know where and when. */
function pickUpProblems(typed: Pick<Settings, 'pickUpAt' | 'pickUpAddress' | 'pickUpHours'>): Problems {
  const { pickUpAt, pickUpAddress, pickUpHours } = typed
  if (pickUpAt === '')
    return pickUpAddress || pickUpHours
      ? { pickUpAt: 'Name the place, such as Our workshop, or empty its address and hours too.' }
      : {}
  return {
    ...(pickUpAddress === '' && { pickUpAddress: 'Enter the address, so that buyers find it.' }),
    ...(pickUpHours === '' && { pickUpHours: 'Enter when it is open, such as Mon–Sat 10 am–7 pm.' }),
  }
}
