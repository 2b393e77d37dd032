import { data, type MiddlewareFunction, type RouterContextProvider, redirect, type ServerBuild } from 'react-router'
import { safeNext } from '#domain/accounts/account.ts'
import { isRecentlyConfirmed } from '#domain/accounts/session.ts'
import type { User } from '#domain/accounts/user.ts'
import { notAuthenticated } from '#domain/catalog/forms/product-save.ts'
import {
  backOfficeOf,
  grantOf,
  intentsOf,
  isBackOffice,
  isPermission,
  needsConfirmation,
  needsSecondFactor,
  type Permission,
} from '#domain/permissions.ts'
import { insertPressed, readPressed } from '#server/accounts/second-factor/pressed.ts'
import { lacksSecondFactor } from '#server/accounts/second-factor/requirement.ts'
import { findFreshSession } from '#server/accounts/sessions.ts'
import {
  addressContext,
  dataRequestContext,
  permittedContext,
  sessionContext,
  shopContext,
  uploadContext,
  userContext,
} from '#server/contexts.ts'

type Context = Readonly<RouterContextProvider>

/** Runs before all loaders and actions, `.data` requests and single loaders included. */
export const enforcePermissions: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const path = `/${pattern}`.replace('//', '/')
  const page = `GET ${path}`
  const action = `POST ${path}`
  const intents = isMutation(request) ? intentsOf(path) : []
  // A mutation without a row has no action: React Router answers 405 with the loaders of the page, whose row counts.
  // An address with an action alone has no row for reading, which would run the loaders of the layout around it.
  const permission = (isMutation(request) ? [action, page] : [page, action]).find(isPermission)
  if (permission) await permit(permission, { request, url, context })
  if (intents.length > 0) {
    const upload = context.get(uploadContext)
    // The action of a rejected upload gets no fields, so it can do nothing but report the rejection.
    if (!upload || upload.ok) {
      const intent = `${action} ${(upload ? upload.fields.get('intent') : await readIntent(request)) ?? ''}`
      if (!isPermission(intent)) throw data('Unknown action.', { status: 400 })
      await permit(intent, { request, url, context })
    }
  }
  context.set(permittedContext, context.get(userContext))
  return next()
}

function isMutation({ method }: Request): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
}

async function readIntent(request: Request): Promise<unknown> {
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  return form?.get('intent')
}

const inPlace = { kind: 'logged-out' }

/** Responses to unauthorised requests where a redirect to /login would lose the input. */
const refusals: Partial<Record<Permission, object | 'action answers'>> = {
  // This action also handles document requests; its type makes it check for a user.
  'POST /cart': 'action answers',
  'POST /cart/pay': inPlace,
  'GET /account/addresses': inPlace,
  'POST /cart/paid': inPlace,
  'POST /addproduct/save': notAuthenticated,
  'POST /updateproduct/:id/save': notAuthenticated,
  'POST /sellerDashboard/addproduct/save': notAuthenticated,
  'POST /sellerDashboard/updateproduct/:id/save': notAuthenticated,
}

type Asked = { request: Request; url: URL; context: Context }

/**
 * @throws a redirect to /login that leads guests back here, the answer in `refusals`, or a redirect to the page where a
 * second factor is set up or the password is asked for again
 */
async function permit(permission: Permission, asked: Asked): Promise<void> {
  permitRole(permission, asked)
  if (needsSecondFactor(permission)) await requireSecondFactor(permission, asked)
  if (needsConfirmation(permission)) await requireConfirmation(permission, asked)
}

function permitRole(permission: Permission, { request, url, context }: Asked): void {
  const user = context.get(userContext)
  if (grantOf(permission, user)) return
  if (user) recordRoleRefusal(context, user, request.method, url.pathname)
  const refusal = refusals[permission]
  if (refusal === 'action answers') return
  if (refusal) throw Response.json(refusal, { status: 401 })
  if (user?.staff && isBackOffice(permission)) {
    // The link to the back office is the same for all staff.
    const home = permission === 'GET /adminDashboard' && backOfficeOf(user)
    throw home ? redirect(home) : data(null, { status: 403 })
  }
  throw redirect(user ? '/login' : `/login?next=${encodeURIComponent(url.pathname + url.search)}`)
}

/** An admin without the second factor that the shop requires sets one up first. */
async function requireSecondFactor(permission: Permission, asked: Asked): Promise<void> {
  const { context } = asked
  const isMissing = () => lacksSecondFactor(context.get(shopContext), context.get(sessionContext))
  if (!(await isMissing())) return
  await refreshSession(permission, asked)
  if (await isMissing()) throw redirect('/account/security')
}

/** Asks for the password or a second factor again, unless that happened within the last minutes. */
async function requireConfirmation(permission: Permission, asked: Asked): Promise<void> {
  const { request, url, context } = asked
  if (isConfirmed(context)) return
  await refreshSession(permission, asked)
  if (isConfirmed(context)) return
  const here = url.pathname + url.search
  const page = pageOf(request)
  // Somebody who opens a page without having been on another one is led to it.
  const isOpened = !isMutation(request) && (page === undefined || context.get(dataRequestContext))
  const query = new URLSearchParams({ next: isOpened ? here : (page ?? here) })
  const pressed = isOpened ? undefined : await readPressed(asked)
  const session = context.get(sessionContext)
  if (pressed === 'too-much') query.set('again', 'yes')
  else if (pressed && session) query.set('pressed', await insertPressed(context.get(shopContext), session, pressed))
  throw redirect(`/confirm?${query}`)
}

function isConfirmed(context: Context): boolean {
  const session = context.get(sessionContext)
  return session !== undefined && isRecentlyConfirmed(session.confirmedAt, context.get(shopContext).now())
}

/** Reads the session from the database before refusing, because the cached one of this process may be out of date. */
async function refreshSession(permission: Permission, asked: Asked): Promise<void> {
  const { request, context } = asked
  const session = await findFreshSession(context.get(shopContext), request)
  context.set(sessionContext, session)
  context.set(userContext, session?.user)
  permitRole(permission, asked)
}

/** The page whose button was pressed, with its filters, so that the admin comes back to the same list. */
function pageOf(request: Request): string | undefined {
  const page = URL.parse(request.headers.get('referer') ?? '')
  return page ? safeNext(page.pathname + page.search) : undefined
}

function recordRoleRefusal(context: Context, { userId, role }: User, method: string, path: string): void {
  const { securityLog } = context.get(shopContext)
  securityLog.record('role-refused', { account: userId, address: context.get(addressContext), role, method, path })
}

/** The endpoints outside React Router, as Hono lists them. */
type Endpoint = { method: string; path: string }

/** @throws naming every route and endpoint without a row in the table of permissions */
export function requirePermissions(routes: ServerBuild['routes'], endpoints: readonly Endpoint[]): void {
  const needed = [
    ...Object.values(routes).flatMap((route) => (route ? permissionsNeeded(routes, route) : [])),
    ...endpoints.flatMap(({ method, path }) => (isPermission(`GET ${path}`) ? [] : [`${method} ${path}`])),
  ]
  const missing = new Set(needed.filter((name) => !isPermission(name)))
  if (missing.size > 0) throw new Error(`Not in the table of permissions: ${[...missing].join(', ')}`)
}

type Route = NonNullable<ServerBuild['routes'][string]>

function permissionsNeeded(routes: ServerBuild['routes'], route: Route): string[] {
  if (!route.path && !route.index) return []
  const path = pathOf(routes, route)
  const { default: page, loader, action } = route.module
  const isRead = page !== undefined || loader !== undefined
  const get = `GET ${path}`
  // Browsers open a page without a loader without a request to the server, so nothing would check its permission.
  const isPublic = !isPermission(get) || grantOf(get, undefined)
  if (isRead && !loader && !isPublic) return [`a loader of ${path}`]
  const posts = intentsOf(path).length > 0 ? [] : [`POST ${path}`]
  return [...(isRead ? [get] : []), ...(action ? posts : [])]
}

function pathOf(routes: ServerBuild['routes'], { path = '', parentId }: Route): string {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return `${parent ? pathOf(routes, parent) : ''}/${path}`.replace(/\/+/g, '/')
}
