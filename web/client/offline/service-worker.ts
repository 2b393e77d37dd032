import type { OpenPage, Served } from '#web/service-worker/scope.ts'
import { showSavedNote } from './saved-note.ts'
import { setSavedTime } from './use-online.ts'

const SCRIPT = '/service-worker.js'

/** Private windows and old browsers have no service workers; the shop then works online only. */
export function startServiceWorker() {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<Served>) => {
    setSavedTime(data.saved)
    showSavedNote()
  })
  serviceWorker.startMessages()
  showSavedNote()
  if (document.readyState === 'complete') whenIdle(register)
  else addEventListener('load', () => whenIdle(register), { once: true })
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else setTimeout(work, 1000)
}

async function register() {
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register(SCRIPT, { updateViaCache: 'none' })
    const { active } = await serviceWorker.ready
    const open = openPage()
    if (!(await caches.match(open.page))) active?.postMessage(open)
  } catch {
    // The connection is lost, or the browser forbids service workers.
  }
}

/** The open page was loaded before the worker was active, so the worker has not stored it. */
function openPage(): OpenPage {
  const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean)
  return { page: location.pathname + location.search, pictures }
}
