import { requireSecondFactor } from '#server/accounts/second-factor/requirement.ts'
import type { SaveSection } from './save-section.ts'

export const saveSecurity: SaveSection = async (shop, admin, form) => {
  const isSaved = await requireSecondFactor(shop, admin, form.get('requireSecondFactor') === 'on')
  if (isSaved) return undefined
  return {
    requireSecondFactor:
      'Set up an authenticator app and save its recovery codes, or add a passkey, before you require it of all admins.',
  }
}
