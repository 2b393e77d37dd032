import { findUser } from '#server/accounts/sessions.ts'
import { isLocalRequest } from '#server/health.ts'
import type { Shop } from '#server/shop.ts'

type Asked = { header(name: string): string | undefined; socketAddress: string | undefined }

/** May this request read the sandbox's emails in a shop that serves real people: is it an admin's, or the operator's? */
export async function canReadInbox(shop: Pick<Shop, 'auth' | 'config'>, request: Asked): Promise<boolean> {
  if (isLocalRequest(request, shop.config)) return true
  const cookie = request.header('cookie')
  if (!cookie) return false
  const user = await findUser(shop, { headers: new Headers({ cookie }) })
  return user?.role === 'admin'
}
