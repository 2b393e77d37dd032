import { startKeepingPages } from './keep-page.ts'
import { startServiceWorker } from './service-worker.ts'

export { keepOpenPage } from './keep-page.ts'

/** Called once, after hydration. */
export function start() {
  startKeepingPages()
  // Development has no service worker, because its files change under the same names.
  if (import.meta.env.PROD) startServiceWorker()
}
