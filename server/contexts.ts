import { createContext, type RouterContextProvider } from 'react-router'
import type { User } from '#domain/accounts/user.ts'
import type { StructuredData } from '#domain/seo/structured-data.ts'
import type { Session } from './accounts/session-cache.ts'
import type { RateLimitKey } from './http/rate-limit.ts'
import type { Upload } from './http/uploads/uploads.ts'
import type { Shop } from './shop.ts'

export const shopContext = createContext<Shop>()

/** Undefined for a guest, and always while a public page is rendered, because it is the same for everyone. */
export const userContext = createContext<User | undefined>()

/** The session of `userContext`. */
export const sessionContext = createContext<Session | undefined>()

/** A form with files that was received before its route ran; undefined: there is none. Read by `readUpload`. */
export const uploadContext = createContext<Upload | undefined>(undefined)

/** The client's IP address; `everyone` while a public page is rendered. For rate limits only. */
export const addressContext = createContext<string>('everyone')

/** The client, for rate limits. */
export function rateLimitKeyOf(context: Readonly<RouterContextProvider>): RateLimitKey {
  const userId = context.get(userContext)?.userId
  return { address: context.get(addressContext), ...(userId !== undefined && { account: userId }) }
}

/** True when a script has requested the data of a page, false for the page itself. */
export const dataRequestContext = createContext(false)

/** Runs the rendering of a page when no other is rendered, because each keeps the process busy for some milliseconds. */
export const renderSlotContext = createContext<<T>(render: () => Promise<T>) => Promise<T>>((render) => render())

const structuredDataContext = createContext<readonly StructuredData[]>([])

/**
 * Adds structured data about a page, for search engines. It is only written into the HTML (entry.server.tsx), because
 * scripts never need it and a loader's data would send it twice.
 */
export function describePage(context: Readonly<RouterContextProvider>, ...blocks: StructuredData[]): void {
  // The provider is writable, although React Router types it as read-only for loaders.
  const provider = context as RouterContextProvider
  provider.set(structuredDataContext, [...provider.get(structuredDataContext), ...blocks])
}

export function listPageDescriptions(context: Readonly<RouterContextProvider>): readonly StructuredData[] {
  return context.get(structuredDataContext)
}

/** Set while the overload page is rendered, which has no URL of its own. */
export const overloadContext = createContext(false)

/** Set by `enforcePermissions` only, as the sign that a request is allowed. */
export const permittedContext = createContext<User | undefined>()

/**
 * The user of a route that is closed to guests by its row of permissions.
 *
 * @throws when `enforcePermissions` has not run
 */
export function getUser(context: Readonly<RouterContextProvider>): User {
  const user = context.get(permittedContext)
  if (!user) throw new Error('This route is open to guests: use userContext')
  return user
}

/** The session of `getUser`. @throws as `getUser` */
export function getSession(context: Readonly<RouterContextProvider>): Session {
  const session = context.get(sessionContext)
  if (!session || session.user !== getUser(context)) throw new Error('This route has no session')
  return session
}
