import { createContext, type RouterContextProvider } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import type { StructuredData } from '#domain/seo/structured-data.ts'
import type { Session } from './accounts/session-cache.ts'
import type { RateLimitKey } from './http/rate-limit.ts'
import type { Upload } from './http/uploads/uploads.ts'
import type { Shop } from './shop.ts'

export const shopContext = createContext<Shop>()

/** Undefined for a guest, and always undefined while a public page is rendered: those are the same for everyone. */
export const userContext = createContext<User | undefined>()

/** The session of `userContext`. */
export const sessionContext = createContext<Session | undefined>()

/** A form with files, which was received before its route; undefined where there is none. Read by `readUpload`. */
export const uploadContext = createContext<Upload | undefined>(undefined)

/** The client's IP address; `everyone` while a public page is rendered. For rate limits only. */
export const addressContext = createContext<string>('everyone')

/** The client, for rate limits. */
export function rateLimitKeyOf(context: Readonly<RouterContextProvider>): RateLimitKey {
  const userId = context.get(userContext)?.uid
  return { address: context.get(addressContext), ...(userId !== undefined && { account: userId }) }
}

/** True when a script has asked for the data of a page, false for the page itself. */
export const dataRequestContext = createContext(false)

const structuredDataContext = createContext<readonly StructuredData[]>([])

/**
 * Structured data of a page, for search engines. It is written into the HTML alone (entry.server.tsx): scripts never need it, and
 * as part of a loader's data it would be sent twice.
 */
export function describePage(context: Readonly<RouterContextProvider>, ...blocks: StructuredData[]): void {
  // The provider is writable; React Router shows it to loaders as one that is not to be replaced.
  const provider = context as RouterContextProvider
  provider.set(structuredDataContext, [...provider.get(structuredDataContext), ...blocks])
}

export function listPageDescriptions(context: Readonly<RouterContextProvider>): readonly StructuredData[] {
  return context.get(structuredDataContext)
}

/** Set while the overload page is rendered, which has no URL of its own. */
export const overloadContext = createContext(false)

/** Set by `enforcePermissions`: nothing else may say that a request is allowed. */
export const permittedContext = createContext<User | undefined>()

/** The logged-in person of a route that its row of permissions keeps from guests. @throws when `enforcePermissions` has not run */
export function getUser(context: Readonly<RouterContextProvider>): User {
  const user = context.get(permittedContext)
  if (!user) throw new Error('This route is open to guests: use userContext')
  return user
}

/** The session of the same person. @throws as `getUser` */
export function getSession(context: Readonly<RouterContextProvider>): Session {
  const session = context.get(sessionContext)
  if (!session || session.user !== getUser(context)) throw new Error('This route has no session')
  return session
}
