import { createContext, type RouterContextProvider, redirect } from 'react-router'
import type { Role, StoredUser } from '#domain/account.ts'
import type { RateLimitKey } from './http/rate-limit.ts'
import type { Upload } from './http/uploads/uploads.ts'
import type { Shop } from './shop.ts'

/** The person who sent the request, from the session in the database. */
export type User = StoredUser

export const shopContext = createContext<Shop>()

/** Undefined for a guest, and always undefined while a public page is rendered: those are the same for everyone. */
export const userContext = createContext<User | undefined>()

/** A form with files, which was received before its route; undefined where there is none. Read by `readUpload`. */
export const uploadContext = createContext<Upload | undefined>(undefined)

/** From where; `everyone` while a public page is rendered. For rate limits only. */
export const addressContext = createContext<string>('everyone')

/** Who asks, for rate limits. */
export function rateLimitKeyOf(context: Readonly<RouterContextProvider>): RateLimitKey {
  const uid = context.get(userContext)?.uid
  return { address: context.get(addressContext), ...(uid !== undefined && { account: uid }) }
}

/** The page that says that the shop has too much to do: rendered like any other, but at nobody's address. */
export const overloadContext = createContext(false)

/** The person behind this request. @throws a redirect to /login that leads back here. */
export function requireUser(context: Readonly<RouterContextProvider>, request: Request): User {
  const user = context.get(userContext)
  if (user) return user
  const { pathname, search } = new URL(request.url)
  throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
}

/** Guests and other roles are sent to /login. */
export function requireAdmin(context: Readonly<RouterContextProvider>, request: Request): User {
  return requireRole('admin', context, request)
}

/** Guests and other roles are sent to /login. */
export function requireSeller(context: Readonly<RouterContextProvider>, request: Request): User {
  return requireRole('seller', context, request)
}

function requireRole(role: Role, context: Readonly<RouterContextProvider>, request: Request): User {
  const user = requireUser(context, request)
  if (user.role === role) return user
  recordRoleRefusal(context, request, user)
  throw redirect('/login')
}

/** A page and the one around it are read side by side, and both refuse. */
const refused = new WeakSet<object>()

/** Somebody who is logged in has asked for what their role may not see or do. */
export function recordRoleRefusal(context: Readonly<RouterContextProvider>, request: Request, user: User): void {
  if (refused.has(context)) return
  refused.add(context)
  const { method, url } = request
  const { pathname } = new URL(url)
  const address = context.get(addressContext)
  const { securityLog } = context.get(shopContext)
  securityLog.record('role-refused', { account: user.uid, address, role: user.role, method, path: pathname })
}
