import { findUser } from '#server/accounts/sessions.ts'
import { isLocalRequest } from '#server/http/metrics-endpoint.ts'
import type { Shop } from '#server/shop.ts'

type Client = { header(name: string): string | undefined; socketAddress: string | undefined }

/** In a shop with real customers only admins, and requests from the same machine, may read the sandbox's emails. */
export async function canReadInbox(shop: Pick<Shop, 'auth' | 'config'>, request: Client): Promise<boolean> {
  if (isLocalRequest(request, shop.config)) return true
  const cookie = request.header('cookie')
  if (!cookie) return false
  const user = await findUser(shop, { headers: new Headers({ cookie }) })
  return user?.role === 'admin'
}
