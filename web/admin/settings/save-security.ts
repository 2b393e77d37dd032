import { requireSecondFactor } from '#server/accounts/second-factor/requirement.ts'
import type { SaveSection } from './save-section.ts'

export const saveSecurity: SaveSection = async (shop, admin, { fields }) => {
  const isSaved = await requireSecondFactor(shop, admin, fields.get('requireSecondFactor') === 'on')
  if (isSaved) return { ok: true }
  return {
    ok: false,
    status: 400,
    problems: {
      requireSecondFactor:
        'Set up an authenticator app and save its recovery codes, or add a passkey, before you require it of all admins.',
    },
  }
}
