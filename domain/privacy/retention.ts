import { keptDays, text } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'
import type { SettingName, Settings } from '#domain/shop/settings.ts'
import { type Sentence, sentenceIn, type Words } from '#domain/shop/wording.ts'
import { plural } from '#domain/text.ts'

/** `keepSearchesDays` is not about people and has its form in the section `Search`. */
export type RetentionSetting = Extract<SettingName, `keep${string}Days`>
export type PrivacySettings = Pick<Settings, RetentionSetting | 'dataFiduciary' | 'grievanceContact'>

/**
 * The section `Privacy` of the settings: how long personal data is kept, and who answers for it. A checkout is kept for 30 days
 * at least: until then a bank may still report its payment. The audit's personal parts are kept for a year at least (DPDP Rules
 * 2025, rule 6).
 */
export const privacySection = defineSection<Exclude<keyof PrivacySettings, 'keepSearchesDays'>>({
  keepMessagesDays: daysField(
    'Messages and requests',
    ({ nouns }) =>
      `Contact messages, requests for sold-out ${nouns}, and past orders of an earlier shop, from their import on. Consumers can complain for two years, so keep at least 730.`,
    30,
  ),
  keepEmailsDays: daysField('Emails', 'Copies of messages that were sent or could not be sent.', 30),
  keepCheckoutsDays: daysField(
    'Finished checkouts',
    'Name and address of online checkouts. Orders keep their own copy.',
    30,
  ),
  keepAuditPersonalDays: daysField(
    'Names in the audit log',
    'The names of who did something, and of whom it was about. The entry itself is kept.',
    365,
  ),
  dataFiduciary: {
    label: 'Who is responsible',
    hint: 'Name and postal address of the business, as the privacy page names it. Leave empty for the legal name.',
    schema: text(200),
  },
  grievanceContact: {
    label: 'Questions and complaints',
    hint: 'Name, email or phone number of the person who answers. Leave empty for the contact page.',
    schema: text(200),
  },
})

function daysField(label: string, hint: Sentence, min: number) {
  return {
    label: `${label} (days)`,
    hint: (words: Words) => `${sentenceIn(words, hint)} At least ${min}.`,
    ...keptDays(min),
  }
}

/** Every period, for the privacy page, and who answers. */
export function privacySettingsOf(settings: Settings): PrivacySettings {
  const isShown = ([name]: [string, unknown]) => /^keep\w+Days$|^dataFiduciary$|^grievanceContact$/.test(name)
  return Object.fromEntries(Object.entries(settings).filter(isShown)) as PrivacySettings
}

/** `2 years`, `90 days`. */
export function formatDays(days: number): string {
  return days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day')
}
