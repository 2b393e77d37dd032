import { parsePasskeyName } from '#domain/accounts/second-factor.ts'
import type { User } from '#domain/accounts/user.ts'
import type { Problems } from '#domain/form-fields.ts'
import {
  activate,
  confirmCodesSaved,
  type Removal,
  removeApp,
  renewRecoveryCodes,
  startSetup,
} from '#server/accounts/second-factor/app.ts'
import { deletePasskey } from '#server/accounts/second-factor/passkeys.ts'
import { renamePasskey } from '#server/accounts/second-factor/queries.ts'
import type { Shop } from '#server/shop.ts'
import { textField } from '#web/form-actions.ts'

export type FactorResult = {
  ok: boolean
  message?: string
  problems?: Problems
  /** An authenticator app that waits for its first code. */
  setup?: { secret: string; uri: string }
  /** Shown once. */
  recoveryCodes?: string[]
}

type Change = (shop: Shop, user: User, form: FormData) => Promise<FactorResult>

/** The buttons of the security page, by their intent. */
export const changes: Record<string, Change> = {
  'start-app': async (shop, user) => {
    const setup = await startSetup(shop, user)
    return setup === 'already-on' ? refuse('Your account already has an authenticator app.') : { ok: true, setup }
  },
  'activate-app': async (shop, user, form) => {
    const activation = await activate(shop, user, form.get('code'))
    if (activation.ok)
      return { ok: true, message: 'Your authenticator app is set up.', recoveryCodes: activation.recoveryCodes }
    if (activation.reason === 'no-setup') return refuse('Please start again.')
    const code = 'This code is wrong. Enter the current code from your app.'
    return { ok: false, problems: { code }, setup: activation.setup }
  },
  'turn-off-app': async (shop, user) =>
    answerRemoval(await removeApp(shop, user), 'The authenticator app was removed.'),
  'make-recovery-codes': async (shop, user) => {
    const recoveryCodes = await renewRecoveryCodes(shop, user)
    return recoveryCodes
      ? { ok: true, message: 'The earlier codes no longer work.', recoveryCodes }
      : refuse('Set up an authenticator app or a passkey first.')
  },
  'codes-saved': async (shop, user) => {
    await confirmCodesSaved(shop, user)
    return { ok: true, message: 'Good. Keep the codes in a safe place.' }
  },
  'rename-passkey': async (shop, user, form) => {
    const name = parsePasskeyName(form.get('name'))
    if (!name) return refuse('Enter a name of at most 60 characters.')
    const isRenamed = await renamePasskey(shop.db, user.userId, textField(form, 'id'), name)
    return isRenamed ? { ok: true, message: 'The passkey was renamed.' } : refuse('Passkey not found.')
  },
  'delete-passkey': async (shop, user, form) =>
    answerRemoval(await deletePasskey(shop, user, textField(form, 'id')), 'The passkey was deleted.'),
}

function answerRemoval(removal: Removal, message: string): FactorResult {
  if (removal.ok) return { ok: true, message }
  if (removal.reason === 'not-found') return refuse('It was removed already.')
  return refuse('This shop requires admins to use two-step login. Add another way before you remove the last one.')
}

function refuse(message: string): FactorResult {
  return { ok: false, message }
}
