import * as v from 'valibot'
import { legalSection } from '#domain/billing/legal-section.ts'
import { IMAGES_MOST, MAX_IMAGES } from '#domain/catalog/forms/image-limits.ts'
import { line, type Problems, refuseWith } from '#domain/form-fields.ts'
import { privacySection } from '#domain/privacy/retention.ts'
import { searchSection } from '#domain/search/search-section.ts'
import { checkbox, choice, rupees, text, wholeNumber } from '#domain/shop/fields.ts'
import { accentProblem, type Corner, SPECIFIED_ACCENT, type TypePair } from '#domain/shop/look.ts'
import { pauseEnd } from '#domain/shop/pause.ts'
import { defineSection, type Section } from '#domain/shop/section.ts'
import { parseSender } from '#domain/shop/sender.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { deliverySection } from './delivery-section.ts'
import { paymentSection } from './payment-section.ts'
import { shopSection } from './shop-section.ts'

/** The section `Look`. The defaults are the specified look. */
export const lookSection = defineSection({
  accentColour: {
    label: 'Accent colour',
    type: 'color',
    hint: 'Of buttons, links and prices. It must be dark enough to read; dark mode has a lighter tint of it.',
    schema: v.pipe(
      line,
      v.toLowerCase(),
      v.regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour, such as #2a6a3b.'),
      refuseWith((colour: string) => colour && accentProblem(colour)),
      // The specified colour is stored as none, so that its shades of dark mode stay too.
      v.transform((colour) => (colour === SPECIFIED_ACCENT ? '' : colour)),
    ),
    typed: (colour) => colour || SPECIFIED_ACCENT,
  },
  typePair: {
    label: 'Fonts',
    ...choice<TypePair>({ shop: 'Fraunces and Figtree', system: 'Fonts of the visitor’s device' }, 'Choose fonts.'),
  },
  corner: {
    label: 'Corners',
    ...choice<Corner>({ soft: 'Soft', sharp: 'Sharp', round: 'Round' }, 'Choose corners.'),
  },
})

/** The section `Messages`: how emails leave the shop, from whom, and whether messages are acknowledged. */
const messagesSection = defineSection({
  emailThrough: {
    label: 'Email through',
    hint: 'EmailJS sends one email a second, SMTP hundreds a minute. Their keys are on Settings → Connections.',
    ...choice<Settings['emailThrough']>({ emailjs: 'EmailJS', smtp: 'SMTP' }, 'Choose how emails are sent.'),
  },
  sendFrom: {
    label: 'Send from',
    hint: 'The address of emails through SMTP, such as orders@shop.example or My Shop <orders@shop.example>. Without a name it is the shop’s. EmailJS has its own in its template.',
    schema: v.pipe(
      line,
      v.maxLength(300, 'Use at most 300 characters.'),
      v.check(
        (typed) => typed === '' || parseSender(typed) !== undefined,
        'Enter an address such as orders@shop.example, or My Shop <orders@shop.example>.',
      ),
    ),
  },
  acknowledgeMessages: {
    label: 'Acknowledge messages by email',
    hint: 'Anyone who uses the contact page gets the number of the message right away.',
    ...checkbox,
  },
  askForReviews: {
    label: 'Ask for reviews',
    hint: 'Seven days after delivery each buyer gets one email that leads to their order.',
    ...checkbox,
  },
})

/** The section `Pause`: until when nothing can be ordered, and what the shop says meanwhile. */
const pauseSection = defineSection(
  {
    pausedUntil: {
      label: 'Pause the shop until',
      type: 'datetime-local',
      hint: 'In Indian time. Until then nothing can be ordered; all pages stay. Leave it empty to take orders.',
      schema: v.pipe(
        line,
        v.check(
          (typed) => typed === '' || isLocalTime(typed),
          'Enter a day and a time, such as 30 November 2026, 9:00.',
        ),
        // Some browsers send the seconds too.
        v.transform((typed) => typed.slice(0, 'YYYY-MM-DDTHH:MM'.length)),
      ),
    },
    pauseSentence: {
      label: 'Sentence for shoppers',
      hint: 'On every page and in the cart, before the day on which they can order again. Leave it empty for “We are taking a short break.”',
      schema: text(200),
    },
  },
  {
    warn: (settings, { now }): Problems => {
      const end = pauseEnd(settings)
      return end && end <= now ? { pausedUntil: 'This time has passed, so the shop takes orders.' } : {}
    },
  },
)

function isLocalTime(typed: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(typed) && !Number.isNaN(Date.parse(`${typed}+05:30`))
}

const HOURS_MAX = 2160
const MONTHS_MAX = 120

const whole = (max: number, what: string) =>
  v.pipe(
    line,
    v.regex(/^\d{1,6}$/, `Enter a whole number of ${what}.`),
    v.transform(Number),
    v.maxValue(max, `Enter at most ${max} ${what}.`),
  )

/** The section `Returns`: what buyers may ask for when it is not the shop's fault. */
const returnsSection = defineSection({
  changedMindHours: {
    label: 'Changed my mind within',
    required: true,
    inputMode: 'numeric',
    hint: 'Hours after delivery. The refund page says how many, so change it too.',
    schema: whole(HOURS_MAX, 'hours'),
  },
  changedMindGives: {
    label: 'Changed my mind gives',
    hint: 'For goods that are damaged, wrong, not as shown or late, a buyer can always choose money.',
    ...choice<Settings['changedMindGives']>({ voucher: 'Voucher', money: 'Money back' }, 'Choose what it gives.'),
  },
  keepItBelow: {
    label: 'Keep it below',
    hint: 'In whole rupees: what costs less, its buyer may keep when you settle a return. Leave empty for nothing.',
    ...rupees,
  },
  warrantyMonths: {
    label: 'Warranty',
    required: true,
    inputMode: 'numeric',
    hint: 'Months after delivery. Where two of your pages promise different periods, enter the longer one.',
    schema: whole(MONTHS_MAX, 'months'),
  },
})

const MEGABYTES_MAX = 100_000
const PRODUCTS_MAX = 99_999

/** The section `Sellers`: what one seller may send before somebody of the shop has looked at it. */
const sellerSection = defineSection({
  sellerDailyMegabytes: {
    label: 'Images of a seller in a day (MB)',
    hint: 'Counted in megabytes as they are uploaded. Leave empty for no limit.',
    ...wholeNumber(MEGABYTES_MAX, 'megabytes', 'MB'),
  },
  sellerWaitingProducts: {
    label: 'Products of a seller that wait for approval',
    hint: 'With so many waiting, a seller can add more only after you have approved or deleted some. Leave empty for no limit.',
    ...wholeNumber(PRODUCTS_MAX, 'products'),
  },
})

const LOW_STOCK_MAX = 99

const stockSection = defineSection({
  lowStock: {
    label: 'Low stock',
    required: true,
    inputMode: 'numeric',
    hint: 'A counted variant with this many left, or fewer, says “Only 2 left” and is listed on Home.',
    schema: v.pipe(line, v.regex(/^\d{1,2}$/, `Enter a whole number from 0 to ${LOW_STOCK_MAX}.`), v.transform(Number)),
  },
  imagesPerPot: {
    label: 'Images of a product',
    inputMode: 'numeric',
    hint: `How many images a product in sizes can have, up to ${IMAGES_MOST}. Products of another kind can always have ${IMAGES_MOST}.`,
    schema: v.pipe(
      line,
      v.transform((text) => Number(text || MAX_IMAGES)),
      v.check(
        (count) => Number.isInteger(count) && count >= MAX_IMAGES && count <= IMAGES_MOST,
        `Enter a whole number from ${MAX_IMAGES} to ${IMAGES_MOST}.`,
      ),
    ),
  },
})

/** The forms of settings that are saved alike, by their intent; domain/permissions.ts has a row for each. */
export const SECTIONS = {
  'save-shop': shopSection,
  'save-look': lookSection,
  'save-legal': legalSection,
  'save-delivery': deliverySection,
  'save-payment': paymentSection,
  'save-returns': returnsSection,
  'save-messages': messagesSection,
  'save-pause': pauseSection,
  'save-stock': stockSection,
  'save-sellers': sellerSection,
  'save-search': searchSection,
  'save-privacy': privacySection,
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof SECTIONS
