import { data, type MiddlewareFunction, type RouterContextProvider, redirect, type ServerBuild } from 'react-router'
import type { User } from '#domain/account.ts'
import { notAuthenticated } from '#domain/catalog/product-save.ts'
import { grantOf, intentsOf, isPermission, type Permission } from '#domain/permissions.ts'
import { addressContext, permittedContext, shopContext, userContext } from '#server/contexts.ts'

type Context = Readonly<RouterContextProvider>

/** Runs before all loaders and actions, `.data` requests and single loaders included. */
export const enforcePermissions: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const path = `/${pattern}`.replace('//', '/')
  const [page, action] = [`GET ${path}`, `POST ${path}`]
  const intents = isMutation(request) ? intentsOf(path) : []
  // A mutation without a row has no action: React Router answers 405 with the loaders of the page.
  const permission = isMutation(request) && isPermission(action) ? action : page
  if (isPermission(permission)) permit(permission, { request, url, context })
  if (intents.length > 0) {
    const intent = `${action} ${(await readIntent(request)) ?? ''}`
    if (!isPermission(intent)) throw data('Unknown action.', { status: 400 })
    permit(intent, { request, url, context })
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

/** @throws a redirect to /login that leads guests back here, or the answer in `refusals` */
function permit(
  permission: Permission,
  { request, url, context }: { request: Request; url: URL; context: Context },
): void {
  const user = context.get(userContext)
  if (grantOf(permission, user?.role ?? 'guest')) return
  if (user) recordRoleRefusal(context, user, request.method, url.pathname)
  const refusal = refusals[permission]
  if (refusal === 'action answers') return
  if (refusal) throw Response.json(refusal, { status: 401 })
  throw redirect(user ? '/login' : `/login?next=${encodeURIComponent(url.pathname + url.search)}`)
}

function recordRoleRefusal(context: Context, { uid, role }: User, method: string, path: string): void {
  const { securityLog } = context.get(shopContext)
  securityLog.record('role-refused', { account: uid, address: context.get(addressContext), role, method, path })
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
  // Without a loader browsers open the page without a request.
  const isPublic = !isPermission(get) || grantOf(get, 'guest')
  if (isRead && !loader && !isPublic) return [`a loader of ${path}`]
  const posts = intentsOf(path).length > 0 ? [] : [`POST ${path}`]
  return [...(isRead ? [get] : []), ...(action ? posts : [])]
}

function pathOf(routes: ServerBuild['routes'], { path = '', parentId }: Route): string {
  const parent = parentId === undefined ? undefined : routes[parentId]
  return `${parent ? pathOf(routes, parent) : ''}/${path}`.replace(/\/+/g, '/')
}
