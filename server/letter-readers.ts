import type { IncomingMessage } from 'node:http'
import { findUser } from './accounts.ts'
import { isAtThisMachine } from './seeing.ts'
import type { Shop } from './shop.ts'

/** May this request read the sandbox's letters in a shop that serves real people: is it an admin's, or the operator's? */
export async function mayReadLetters(shop: Pick<Shop, 'auth' | 'config'>, message: IncomingMessage): Promise<boolean> {
  const header = (name: string) => message.headers[name]?.toString()
  if (isAtThisMachine({ socketAddress: message.socket.remoteAddress, header }, shop.config)) return true
  const cookie = header('cookie')
  if (!cookie) return false
  const user = await findUser(shop, new Request('http://localhost/sandbox/inbox', { headers: { cookie } }))
  return user?.role === 'admin'
}
