import { plural } from '#domain/text.ts'
import { requireSecondFactor } from '#server/accounts/second-factor/requirement.ts'
import { importAreas } from '#server/admin/csv/delivery-areas.ts'
import { listPrefixProblems } from '#server/billing/prefixes.ts'
import { saveSettingsWithLogo } from '#server/catalog/images/save-logo.ts'
import { sendTest, tellAnswer } from '#server/messages/outgoing.ts'
import { savePause } from '#server/settings/pause.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { REMOVE_LOGO } from './logo-field.tsx'
import { refuse, type SaveSection, saveFields, saveSection } from './section-store.ts'

const MAX_SHOWN = 50

/** Replaces the list of pincodes by a CSV file; with one wrong row the whole file is refused. */
const saveAreas: SaveSection = async (shop, admin, form) => {
  const file = form.files.find(({ field }) => field === 'areas')?.file
  if (!file || file.size === 0) return refuse(400, { areas: 'Choose a CSV file first.' })
  const imported = await importAreas(shop, admin, file)
  if (imported.ok) return { ok: true }
  const { length } = imported.problems
  const shown = imported.problems
    .slice(0, MAX_SHOWN)
    .map(({ row, problem }) => [`row ${row}`, `Row ${row}: ${problem}`])
  return refuse(400, {
    areas: `${plural(length, 'row was', 'rows were')} refused. The list was not changed.`,
    ...Object.fromEntries(shown),
  })
}

/** Saves who sells, unless a prefix would number the documents of two registrations alike. */
const saveLegal: SaveSection = (shop, admin, { fields }) =>
  saveFields(shop, 'save-legal', fields, (values, opened) =>
    shop.db.transaction(async (tx) => {
      const problems = await listPrefixProblems(tx, values, shop.now())
      if (Object.keys(problems).length > 0) return { ok: false, reason: 'refused', problems }
      return saveSettings(tx, admin, values, opened)
    }),
  )

/** Saves how emails are sent, unless that way has neither keys nor a sandbox. */
const saveMessages: SaveSection = async (shop, admin, { fields }) => {
  const saved = await saveFields(shop, 'save-messages', fields, async (values, opened) => {
    if (values.emailThrough === 'smtp' && shop.services.states.smtp === 'off')
      return { ok: false, reason: 'refused', problems: { emailThrough: SMTP_FIRST } }
    return shop.db.transaction((tx) => saveSettings(tx, admin, values, opened))
  })
  // The next email already takes the new way; other processes learn it by the change feed.
  if (saved.ok) await shop.connections.refresh()
  return saved
}

const SMTP_FIRST = 'SMTP is not connected. Enter its keys on Settings → Connections first, then choose it here.'

/** Sends an email to the person who asks, by the way that is saved. */
const testMessages: SaveSection = async (shop, admin) => {
  if (!shop.emails.isAvailable)
    return refuse(422, { form: 'Emails are not connected. Enter keys on Settings → Connections.' })
  const { ok, answer } = await tellAnswer(() => sendTest(shop, shop.emails, admin))
  // The answer of the provider is the result, whether it accepts or refuses.
  return ok ? { ok, said: answer } : refuse(200, { form: answer })
}

const saveSecurity: SaveSection = async (shop, admin, { fields }) => {
  const isSaved = await requireSecondFactor(shop, admin, fields.get('requireSecondFactor') === 'on')
  return isSaved ? { ok: true } : refuse(400, { requireSecondFactor: FACTOR_FIRST })
}

const FACTOR_FIRST =
  'Set up an authenticator app and save its recovery codes, or add a passkey, before you require it of all admins.'

/** The section `Shop`: a chosen file becomes the logo, also when the present one was to be removed. */
const saveShop: SaveSection = (shop, admin, { fields, files }) => {
  const logo = files.find(({ field }) => field === 'logo')?.file
  return saveFields(shop, 'save-shop', fields, (values, opened) => {
    if (logo) return saveSettingsWithLogo(shop, admin, values, opened, logo)
    const form = fields.has(REMOVE_LOGO) ? { ...values, logo: '' } : values
    return shop.db.transaction((tx) => saveSettings(tx, admin, form, opened))
  })
}

/** The sections of the settings by the intent of their form; domain/permissions.ts has a row for each. */
export const sections: Readonly<Record<string, SaveSection>> = {
  'save-shop': saveShop,
  'save-look': saveSection('save-look'),
  'save-legal': saveLegal,
  'save-delivery': saveSection('save-delivery'),
  'save-areas': saveAreas,
  'save-payment': saveSection('save-payment'),
  'save-returns': saveSection('save-returns'),
  'save-messages': saveMessages,
  'test-messages': testMessages,
  security: saveSecurity,
  'save-pause': (shop, admin, { fields }) =>
    saveFields(shop, 'save-pause', fields, (values, opened) => savePause(shop, admin, values, opened)),
  'save-stock': saveSection('save-stock'),
  'save-sellers': saveSection('save-sellers'),
  'save-search': saveSection('save-search'),
  'save-privacy': saveSection('save-privacy'),
}
