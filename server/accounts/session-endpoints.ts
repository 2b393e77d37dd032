import { APIError, createAuthEndpoint } from 'better-auth/api'
import { expireCookie, setSessionCookie } from 'better-auth/cookies'
import * as v from 'valibot'

const CHALLENGE = 'two_factor'
const challenge = v.object({ token: v.string(), seconds: v.number() })
const owner = v.object({ userId: v.string() })

/** What the shop's own ways to log in need of better-auth: its sessions and signed cookies. Not reachable over HTTP. */
export function sessionEndpoints() {
  return {
    id: 'session-endpoints',
    endpoints: {
      /** For somebody who has proved who they are. */
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', body: owner }, async (context) => {
        const { createAuthCookie, internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        if (!user) throw new APIError('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(context, { session, user })
        expireCookie(context, createAuthCookie(CHALLENGE))
        return { token: session.token }
      }),

      writeChallenge: createAuthEndpoint.serverOnly({ method: 'POST', body: challenge }, async (context) => {
        const { createAuthCookie, secret } = context.context
        const { token, seconds } = context.body
        const { name, attributes } = createAuthCookie(CHALLENGE, { maxAge: seconds })
        await context.setSignedCookie(name, token, secret, attributes)
      }),

      readChallenge: createAuthEndpoint.serverOnly({ method: 'GET' }, async (context) => {
        const { createAuthCookie, secret } = context.context
        return { token: (await context.getSignedCookie(createAuthCookie(CHALLENGE).name, secret)) || undefined }
      }),
    },
  }
}
