/** The parts of a service worker's global scope that are used. TypeScript's own types for them conflict with those of pages. */
type Extendable = { waitUntil(work: Promise<unknown>): void }

export type FetchEvent = Extendable & {
  request: Request
  clientId: string
  /** The page's response if the browser asked for it while the worker started. */
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

export type MessageEvent = Extendable & { data: OpenPage }

/** Sent by a page that was open before the worker. */
export type OpenPage = { page: string; pictures: string[] }

/** Sent to a page. `saved`: when the copy that it got was stored, such as `22 Nov 2026, 9:15 am`; empty if it came from the shop. */
export type Served = { saved: string }

type Events = { install: Extendable; activate: Extendable; fetch: FetchEvent; message: MessageEvent }

export type WorkerScope = {
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: {
    claim(): Promise<void>
    get(id: string): Promise<{ postMessage(message: Served): void } | undefined>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
