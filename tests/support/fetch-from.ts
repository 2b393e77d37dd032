import type { Hono } from 'hono'

/**
 * Asks an app in this process as `fetch` would. The deadline ends it here too: if only the app's copy of the request listens,
 * both are garbage collected, and a request that is never answered never ends.
 */
export function fetchFrom(app: Pick<Hono, 'request'>, path: string, init?: RequestInit): Promise<Response> {
  const ended = new Promise<never>((_resolve, reject) => {
    const signal = init?.signal
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
  return Promise.race([app.request(path, init), ended])
}
