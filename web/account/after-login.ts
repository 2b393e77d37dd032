import { data, redirect } from 'react-router'
import { safeNext } from '#domain/accounts/account.ts'
import type { User } from '#domain/accounts/user.ts'
import { homeOf } from '#domain/permissions.ts'

/** The page that a login leads to: back to the page that asked for it, or to the start page of the role. */
export function pathAfterLogin({ url }: Request, user: User): string {
  return safeNext(new URL(url).searchParams.get('next')) ?? homeOf(user)
}

/** @param isDocument without scripts no clientAction follows the `to` of the answer, so the server redirects */
export function answerLogin(
  request: Request,
  { user, headers }: { user: User; headers: Headers },
  isDocument: boolean,
) {
  const to = pathAfterLogin(request, user)
  if (isDocument) throw redirect(to, { headers })
  return data({ ok: true as const, user, to }, { headers })
}
