import { createAuthEndpoint } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'

/** Log-ins that need the account's second factor, if it has one; a passkey is a second factor itself. */
const SIGN_INS = ['/sign-in/email', '/sign-in/email-otp']

/** After a right password or emailed code, better-auth ends the new session and writes a challenge into the database. */
export function secondFactor() {
  const plugin = twoFactor({
    issuer: 'Gamla',
    // better-auth compares these as plain text, but they are hashes: who reads the database finds no working code.
    backupCodeOptions: { storeBackupCodes: 'plain' },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
  })
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: ({ path }: { path?: string }) => path !== undefined && SIGN_INS.includes(path),
  }))
  return { ...plugin, hooks: { after } }
}

/** Finds the account whose second factor this browser's cookie is waiting for. */
export function secondFactorChallenge() {
  return {
    id: 'second-factor-challenge',
    endpoints: {
      findChallenge: createAuthEndpoint.serverOnly({ method: 'GET' }, async (context) => {
        const { createAuthCookie, internalAdapter, secret } = context.context
        const identifier = await context.getSignedCookie(createAuthCookie('two_factor').name, secret)
        if (!identifier) return undefined
        const challenge = await internalAdapter.findVerificationValue(identifier)
        return challenge && challenge.expiresAt > new Date() ? { userId: challenge.value } : undefined
      }),
    },
  }
}
