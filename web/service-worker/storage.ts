import { formatDateTime } from '#domain/time.ts'
import { makeRoom, mayStore, type Strategy, storedAs } from './strategy.ts'

/** Set by the build: a name for it, and the files that the public pages need. */
declare const BUILD: string
declare const ASSETS: readonly string[]

const SAVED_AT = 'x-saved-at'
export const OFFLINE_PAGE = '/offline'

/** Pages belong to one build; hashed files and pictures outlive it, because open pages of the last build ask for them. */
const STORES = {
  page: { name: `shop-pages-${BUILD}`, max: 80 },
  asset: { name: 'shop-assets', max: 300 },
  picture: { name: 'shop-pictures', max: 160 },
}

function storeOf(strategy: Strategy) {
  return strategy === 'asset' || strategy === 'picture' ? STORES[strategy] : STORES.page
}

/** Stores what every page needs. @throws when a file is missing: the browser then keeps the previous worker */
export async function storeShell() {
  const assets = await caches.open(STORES.asset.name)
  const stored = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname))
  await assets.addAll(ASSETS.filter((file) => !stored.has(file)))
  await Promise.all([storePage('/cart'), storeOfflinePage()])
}

/** Removes the pages of earlier builds, which refer to files that no longer exist. */
export async function removeOldStores() {
  const current = Object.values(STORES).map(({ name }) => name)
  for (const name of await caches.keys()) {
    if (name.startsWith('shop-') && !current.includes(name)) await caches.delete(name)
  }
}

/** Fetches the document of a page that somebody has open. */
export async function storePage(url: string) {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  await store('page', url, response)
}

/** @throws when it cannot be fetched */
async function storeOfflinePage() {
  const pages = await caches.open(STORES.page.name)
  await pages.add(new Request(OFFLINE_PAGE, { headers: { accept: 'text/html' } }))
}

/** Stores a response, and replaces an earlier copy of the same URL. */
export async function store(strategy: Strategy, url: string, response: Response) {
  if (!mayStore(strategy, response)) return
  const { name, max } = storeOf(strategy)
  const cache = await caches.open(name)
  const keys = (await cache.keys()).map((key) => key.url)
  const key = keyOf(url)
  const isFresh = strategy === 'page' || strategy === 'data'
  const { isWritten, removed } = makeRoom(keys, key, { max, isFresh })
  if (isWritten) {
    const headers = new Headers(response.headers)
    headers.set(SAVED_AT, String(Date.now()))
    // The blob holds the decoded body.
    headers.delete('content-encoding')
    headers.delete('content-length')
    const copy = new Response(await response.blob(), { headers })
    await cache.delete(key)
    await cache.put(key, copy)
  }
  const kept = new URL(OFFLINE_PAGE, location.href).href
  for (const old of removed) if (old !== kept) await cache.delete(old)
}

export async function findStored(strategy: Strategy, url: string): Promise<Response | undefined> {
  return (await caches.open(storeOf(strategy).name)).match(keyOf(url))
}

function keyOf(url: string): string {
  return storedAs(new URL(url, location.href).href)
}

/** Formatted in the worker, so that pages need not load the code for it. */
export function savedAt(response: Response): string {
  return formatDateTime(new Date(Number(response.headers.get(SAVED_AT))))
}

/** Tells the page's scripts that it is a copy, and how old. */
export async function markSaved(response: Response): Promise<Response> {
  const html = (await response.text()).replace('<html ', () => `<html data-saved="${savedAt(response)}" `)
  return new Response(html, { headers: response.headers })
}
