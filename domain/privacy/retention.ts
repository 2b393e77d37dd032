import * as v from 'valibot'
import type { Settings } from '#domain/shop/settings.ts'
import type { Sentence } from '#domain/shop/wording.ts'
import { line, type Parsed, parseWith } from '#domain/text.ts'

export type RetentionSetting = 'keepMessagesDays' | 'keepEmailsDays' | 'keepCheckoutsDays' | 'keepAuditPersonalDays'
export type PrivacySettings = Pick<Settings, RetentionSetting | 'dataFiduciary' | 'grievanceContact'>

/**
 * The periods that an admin can change, in the form's order. A checkout is kept for 30 days at least: until then a bank may
 * still report its payment. The audit's personal parts are kept for a year at least (DPDP Rules 2025, rule 6).
 */
export const RETENTION_FIELDS: Record<RetentionSetting, { label: string; hint: Sentence; min: number }> = {
  keepMessagesDays: {
    label: 'Messages and requests',
    hint: ({ nouns }) =>
      `Contact messages and requests for sold-out ${nouns}. Consumers may complain for two years: 730.`,
    min: 30,
  },
  keepEmailsDays: {
    label: 'Emails',
    hint: 'Copies of emails that were sent or could not be sent.',
    min: 30,
  },
  keepCheckoutsDays: {
    label: 'Finished checkouts',
    hint: 'Name and address of online checkouts. Orders keep their own copy.',
    min: 30,
  },
  keepAuditPersonalDays: {
    label: 'Names in the audit log',
    hint: 'Who did something, and whom it was about. What was done stays.',
    min: 365,
  },
}

const MAX_DAYS = 3650

function daysFrom(min: number) {
  return v.pipe(
    line,
    v.regex(/^\d{1,9}$/, 'Enter a whole number of days.'),
    v.transform(Number),
    v.minValue(min, `Enter at least ${min} days.`),
    v.maxValue(MAX_DAYS, `Enter at most ${MAX_DAYS} days.`),
  )
}

const formSchema = v.object({
  keepMessagesDays: daysFrom(RETENTION_FIELDS.keepMessagesDays.min),
  keepEmailsDays: daysFrom(RETENTION_FIELDS.keepEmailsDays.min),
  keepCheckoutsDays: daysFrom(RETENTION_FIELDS.keepCheckoutsDays.min),
  keepAuditPersonalDays: daysFrom(RETENTION_FIELDS.keepAuditPersonalDays.min),
  dataFiduciary: v.pipe(line, v.maxLength(200, 'Use at most 200 characters.')),
  grievanceContact: v.pipe(line, v.maxLength(200, 'Use at most 200 characters.')),
})

/** The section `Privacy` of the settings. */
export function parsePrivacySettings(form: unknown): Parsed<PrivacySettings> {
  return parseWith(formSchema, form)
}

/** `2 years`, `90 days`. */
export function formatDays(days: number): string {
  if (days % 365 !== 0) return days === 1 ? '1 day' : `${days} days`
  return days === 365 ? '1 year' : `${days / 365} years`
}
