import { findUser } from './accounts.ts'
import { isAtThisMachine } from './seeing.ts'
import type { Shop } from './shop.ts'

type Asked = { header(name: string): string | undefined; socketAddress: string | undefined }

/** May this request read the sandbox's emails in a shop that serves real people: is it an admin's, or the operator's? */
export async function mayReadLetters(shop: Pick<Shop, 'auth' | 'config'>, request: Asked): Promise<boolean> {
  if (isAtThisMachine(request, shop.config)) return true
  const cookie = request.header('cookie')
  if (!cookie) return false
  const user = await findUser(shop, { headers: new Headers({ cookie }) })
  return user?.role === 'admin'
}
