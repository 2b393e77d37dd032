import { sendTest, tellAnswer } from '#server/messages/outgoing.ts'
import { saveSettings } from '#server/settings/settings.ts'
import { type SaveSection, saveFields } from './save-section.ts'

/** Saves how emails are sent, unless that way has neither keys nor a sandbox. */
export const saveMessages: SaveSection = async (shop, admin, { fields }) => {
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
export const testMessages: SaveSection = async (shop, admin) => {
  if (!shop.emails.isAvailable)
    return {
      ok: false,
      status: 422,
      problems: { form: 'Emails are not connected. Enter keys on Settings → Connections.' },
    }
  const { ok, answer } = await tellAnswer(() => sendTest(shop, shop.emails, admin))
  // What the provider says is the result, whichever it is.
  return ok ? { ok, said: answer } : { ok, status: 200, problems: { form: answer } }
}
