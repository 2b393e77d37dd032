import * as v from 'valibot'
import { line } from '#domain/form-fields.ts'
import { checkbox } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'
import { parseSender } from '#domain/shop/sender.ts'
import { EMAIL_WAYS } from '#domain/shop/settings.ts'

const WAYS = { emailjs: 'EmailJS', smtp: 'SMTP' } as const

/** The section `Messages`: how emails leave the shop, from whom, and whether messages are acknowledged. */
export const messagesSection = defineSection<'emailThrough' | 'sendFrom' | 'acknowledgeMessages' | 'askForReviews'>({
  emailThrough: {
    label: 'Email through',
    hint: 'EmailJS sends one email a second, SMTP hundreds a minute. Their keys are on Settings → Connections.',
    options: EMAIL_WAYS.map((way) => [way, WAYS[way]] as const),
    schema: v.pipe(line, v.picklist(EMAIL_WAYS, 'Choose how emails are sent.')),
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
    hint: 'Who writes by the contact page gets the number of the message at once.',
    ...checkbox,
  },
  askForReviews: {
    label: 'Ask for reviews',
    hint: 'Seven days after delivery each buyer gets one email that leads to their order.',
    ...checkbox,
  },
})
