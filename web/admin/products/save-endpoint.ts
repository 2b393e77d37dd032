import type { RouterContextProvider } from 'react-router'
import type { Role } from '#domain/account.ts'
import type { User } from '#server/contexts.ts'
import { recordRoleRefusal, userContext } from '#server/contexts.ts'
import { readUpload } from '#server/http/forms.ts'
import type { Upload } from '#server/http/uploads/uploads.ts'
import { notAuthenticated, type Saved } from './form-error.ts'

/**
 * Answers a product form that a script has sent, and which shows how far its files have come. Who is not logged in
 * (any more) is told so where they are, and keeps what they typed.
 */
export async function respondToSave(
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
  role: Role,
  save: (user: User, upload: Upload) => Promise<Saved>,
): Promise<Response> {
  const user = context.get(userContext)
  if (user?.role === role) return answer(await save(user, await readUpload(context, request)))
  if (user) recordRoleRefusal(context, request, user)
  return answer(notAuthenticated)
}

function answer(saved: Saved): Response {
  return Response.json(saved, { status: saved.ok ? 200 : saved.status })
}
