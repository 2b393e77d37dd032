// Makes visited products and the cart readable offline. Which request is answered how is in strategy.ts; the build bundles
// this file as /service-worker.js (react-router.config.ts). Online, only files with hashed names come from a store.
import { formatDateTime } from '#domain/time.ts'
import { mayStore, OFFLINE_PAGE, pageToFetch, type Strategy, storedAs, strategyOf, surplus } from './strategy.ts'

/** Set by the build: a name for it, and the files that the public pages need. */
declare const BUILD: string
declare const ASSETS: readonly string[]

type Extendable = { waitUntil(work: Promise<unknown>): void }
type FetchEvent = Extendable & {
  request: Request
  clientId: string
  /** The page's response if the browser asked for it while the worker started. */
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
type PushEvent = Extendable & { data: { json(): Notice } | null }
type ClickEvent = Extendable & { notification: Notification & { data: Pick<Notice, 'path'> } }
type Events = {
  install: Extendable
  activate: Extendable
  fetch: FetchEvent
  message: Extendable & { data: string[] }
  push: PushEvent
  notificationclick: ClickEvent
}

/** A notification for staff; it is encrypted up to here. */
type Notice = { id: number; tag: string; title: string; body: string; path: string }

/** The parts of the worker's scope that are used. TypeScript's own types for them conflict with those of pages. */
declare const self: {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'> & {
    navigationPreload?: { enable(): Promise<void> }
  }
  clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(saved: string): void } | undefined>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}

/** Pages belong to one build; hashed files and pictures outlive it, because open pages of the last build ask for them. */
const STORES = {
  page: { name: `shop-pages-${BUILD}`, max: 80 },
  asset: { name: 'shop-assets', max: 300 },
  picture: { name: 'shop-pictures', max: 160 },
}
const SAVED_AT = 'x-saved-at'
const HTML = { headers: { accept: 'text/html' } }

// A new worker takes over at once: open pages of the last build keep working, because their hashed files stay stored.
self.addEventListener('install', (event) => event.waitUntil(storeShell().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { method, url, mode, headers } = event.request
  const { origin } = location
  const strategy = strategyOf({ method, url: new URL(url), mode, hasRange: headers.has('range'), origin })
  if (strategy === 'asset') event.respondWith(storedFirst(event))
  else if (strategy) event.respondWith(shopFirst(event, strategy))
})

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data.path))
})

// The page that was open before the worker, and its pictures, which the browser's HTTP cache still has.
self.addEventListener('message', (event) => {
  const kept = event.data.map(async (address, at) => {
    const url = new URL(address, location.href)
    const mode = at === 0 ? 'navigate' : 'no-cors'
    const strategy = strategyOf({ method: 'GET', url, mode, hasRange: false, origin: location.origin })
    if (strategy) await store(strategy, url.href, await fetch(url, at === 0 ? HTML : {}))
  })
  event.waitUntil(Promise.allSettled(kept))
})

/** The last notice of each kind stays. One that came before, because the shop could not know that it arrived, makes no sound. */
async function show({ id, tag, title, body, path }: Notice) {
  const [shown] = await self.registration.getNotifications({ tag })
  const options = { tag, body, icon: '/icons/192.png', data: { id, path }, renotify: shown?.data?.id !== id }
  await self.registration.showNotification(title, options)
}

/** @throws when a file is missing: the browser then keeps the previous worker */
async function storeShell() {
  const [assets, pages] = await Promise.all([caches.open(STORES.asset.name), caches.open(STORES.page.name)])
  const stored = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname))
  await assets.addAll(ASSETS.filter((file) => !stored.has(file)))
  await pages.add(new Request(OFFLINE_PAGE, HTML))
  await storePage('/cart')
}

/** Removes the pages of earlier builds, which refer to files that no longer exist. */
async function takeOver() {
  const current = Object.values(STORES).map(({ name }) => name)
  const old = (await caches.keys()).filter((name) => name.startsWith('shop-') && !current.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  // The browser then requests a page while the worker is still starting.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function storedFirst(event: FetchEvent): Promise<Response> {
  const { request } = event
  const stored = await findStored('asset', request.url)
  if (stored) return stored
  const response = await fetch(request)
  event.waitUntil(store('asset', request.url, response.clone()))
  return response
}

async function shopFirst(event: FetchEvent, strategy: Strategy): Promise<Response> {
  const { request, clientId } = event
  const tell = async (saved: string) => (await self.clients.get(clientId))?.postMessage(saved)
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(store(strategy, request.url, response.clone()))
    const page = strategy === 'data' && response.ok ? pageToFetch(new URL(request.url)) : undefined
    if (page) event.waitUntil(storePage(page))
    if (strategy === 'data') event.waitUntil(tell(''))
    return response
  } catch (error) {
    const stored = await findStored(strategy, request.url)
    if (stored && strategy === 'data') event.waitUntil(tell(savedAt(stored)))
    if (stored) return strategy === 'page' ? markSaved(stored) : stored
    const offline = request.mode === 'navigate' ? await findStored('page', OFFLINE_PAGE) : undefined
    if (offline) return offline
    throw error
  }
}

async function storePage(page: string) {
  await store('page', page, await fetch(page, HTML))
}

/** Pages and data replace an earlier copy; what is stored longest gives way. */
async function store(strategy: Strategy, url: string, response: Response) {
  if (!mayStore(strategy, response)) return
  const { name, max } = storeOf(strategy)
  const cache = await caches.open(name)
  const key = keyOf(url)
  if (name !== STORES.page.name && (await cache.match(key))) return
  const headers = new Headers(response.headers)
  headers.set(SAVED_AT, String(Date.now()))
  // The blob holds the decoded body.
  for (const encoded of ['content-encoding', 'content-length']) headers.delete(encoded)
  const copy = new Response(await response.blob(), { headers })
  await cache.delete(key)
  await cache.put(key, copy)
  const stored = (await cache.keys()).map((request) => request.url)
  for (const old of surplus(stored, max)) await cache.delete(old)
}

async function findStored(strategy: Strategy, url: string): Promise<Response | undefined> {
  return (await caches.open(storeOf(strategy).name)).match(keyOf(url))
}

function storeOf(strategy: Strategy) {
  return strategy === 'asset' || strategy === 'picture' ? STORES[strategy] : STORES.page
}

function keyOf(url: string): string {
  return storedAs(new URL(url, location.href).href)
}

/** Formatted in the worker, so that pages need not load the code for it. */
function savedAt(response: Response): string {
  return formatDateTime(new Date(Number(response.headers.get(SAVED_AT))))
}

/** Tells the page's scripts that it is a copy, and how old. */
async function markSaved(response: Response): Promise<Response> {
  const html = (await response.text()).replace('<html ', () => `<html data-saved="${savedAt(response)}" `)
  return new Response(html, { headers: response.headers })
}
