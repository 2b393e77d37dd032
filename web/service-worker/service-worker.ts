// Makes visited products and the cart readable offline. The strategies are in strategy.ts; the build bundles this file as
// /service-worker.js (react-router.config.ts). Online, only files with hashed names are answered from the cache.
import type { FetchEvent, WorkerScope } from './scope.ts'
import {
  findStored,
  markSaved,
  OFFLINE_PAGE,
  removeOldStores,
  savedAt,
  store,
  storePage,
  storeShell,
} from './storage.ts'
import { pageToFetch, type Strategy, strategyOf } from './strategy.ts'

declare const self: WorkerScope

// A new worker takes over at once: open pages of the last build keep working, because their hashed files stay stored.
self.addEventListener('install', (event) => event.waitUntil(storeShell().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver() {
  await removeOldStores()
  // The browser then requests a page while the worker is still starting.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { method, url, mode, headers } = event.request
  const { origin } = location
  const strategy = strategyOf({ method, url: new URL(url), mode, hasRange: headers.has('range'), origin })
  if (strategy === 'asset') event.respondWith(storedFirst(event))
  else if (strategy) event.respondWith(shopFirst(event, strategy))
})

// Stores the page that was open before the worker, and its pictures, which the browser's HTTP cache still has.
self.addEventListener('message', (event) => {
  const { page, pictures } = event.data
  const asked = [page, ...pictures].map(async (address) => {
    const url = new URL(address, location.href)
    const mode = address === page ? 'navigate' : 'no-cors'
    const strategy = strategyOf({ method: 'GET', url, mode, hasRange: false, origin: location.origin })
    if (strategy === 'page') await storePage(url.href)
    if (strategy === 'picture') await store('picture', url.href, await fetch(url))
  })
  event.waitUntil(Promise.allSettled(asked))
})

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
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request))
    event.waitUntil(keep(strategy, request.url, response.clone()))
    if (strategy === 'data') event.waitUntil(tell(clientId, ''))
    return response
  } catch (error) {
    const stored = await findStored(strategy, request.url)
    if (strategy === 'data' && stored) event.waitUntil(tell(clientId, savedAt(stored)))
    if (stored) return strategy === 'page' ? markSaved(stored) : stored
    const offline = request.mode === 'navigate' ? await findStored('page', OFFLINE_PAGE) : undefined
    if (offline) return offline
    throw error
  }
}

async function keep(strategy: Strategy, url: string, response: Response) {
  await store(strategy, url, response)
  const page = strategy === 'data' && response.ok ? pageToFetch(new URL(url)) : undefined
  if (page) await storePage(page)
}

async function tell(clientId: string, saved: string) {
  const client = await self.clients.get(clientId)
  client?.postMessage({ saved })
}
