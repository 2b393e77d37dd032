import { useSyncExternalStore } from 'react'

const SCRIPT = '/service-worker.js'
const CHANGE_EVENT = 'gamla:saved-change'

/** Private windows and old browsers have no service workers; the shop then works online only. */
export function startServiceWorker() {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data: saved }: MessageEvent<string>) => {
    document.documentElement.dataset.saved = saved
    window.dispatchEvent(new Event(CHANGE_EVENT))
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

/** The open page was loaded before the worker was active, so the worker is asked to store it, with its pictures. */
async function register() {
  const { serviceWorker } = navigator
  try {
    await serviceWorker.register(SCRIPT, { updateViaCache: 'none' })
    const { active } = await serviceWorker.ready
    const page = location.pathname + location.search
    const pictures = [...document.images].map(({ currentSrc }) => currentSrc).filter(Boolean)
    if (!(await caches.match(page))) active?.postMessage([page, ...pictures])
  } catch {
    // The connection is lost, or the browser forbids service workers.
  }
}

/** The time at which the shown copy was stored, such as `22 Nov 2026, 9:15 am`; empty if the page comes from the shop. */
function savedTime(): string | undefined {
  return document.documentElement.dataset.saved
}

/** Says that the page is a stored copy. Added outside React's tree, because hydration would not expect it. */
function showSavedNote() {
  const time = savedTime()
  const shown = document.querySelector('.saved-place')
  if (!time) return shown?.remove()
  const place = shown ?? document.body.appendChild(document.createElement('aside'))
  place.className = 'saved-place'
  place.ariaLabel = 'Saved copy'
  const note = document.createElement('p')
  note.className = 'saved-note'
  note.role = 'status'
  note.textContent = `Saved on ${time}. Prices and availability may have changed since.`
  place.replaceChildren(note)
}

/** False when the browser knows that it is offline, and on a stored copy of a page. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => navigator.onLine && !savedTime(),
    () => true,
  )
}

function watchConnection(onChange: () => void) {
  const events = ['online', 'offline', CHANGE_EVENT]
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}
