import { createContext, type RouterContextProvider, redirect } from 'react-router'
import type { Role, User } from '#domain/account.ts'
import type { RateLimitKey } from './http/rate-limit.ts'
import type { Upload } from './http/uploads/uploads.ts'
import type { Shop } from './shop.ts'

/** The person who sent the request, from the session in the database. */
export type User = User

export const shopContext = createContext<Shop>()

/** Undefined for guests, and while a public page is rendered, because those are the same for everyone. */
export const userContext = createContext<User | undefined>()

/** A form with files, received before its route runs. Read by `readUpload`. */
export const uploadContext = createContext<Upload | undefined>(undefined)

/** The client's address, for rate limits only; `everyone` while a public page is rendered. */
export const addressContext = createContext<string>('everyone')

export function rateLimitKeyOf(context: Readonly<RouterContextProvider>): RateLimitKey {
  const uid = context.get(userContext)?.uid
  return { address: context.get(addressContext), ...(uid !== undefined && { account: uid }) }
}

/** True while the page for overload is rendered. */
export const overloadContext = createContext(false)

/** @throws a redirect to /login that returns to this page */
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

/** A page and its layout load in parallel and may both reject; the rejection is recorded once. */
const rejected = new WeakSet<object>()

/** Records that a logged-in person's role does not allow this request. */
export function recordRoleRefusal(context: Readonly<RouterContextProvider>, request: Request, user: User): void {
  if (rejected.has(context)) return
  rejected.add(context)
  const { method, url } = request
  const { pathname } = new URL(url)
  const address = context.get(addressContext)
  const { securityLog } = context.get(shopContext)
  securityLog.record('role-refused', { account: user.uid, address, role: user.role, method, path: pathname })
}
