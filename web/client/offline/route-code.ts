import './router.ts'

/** `offline`: no connection. `gone`: the file no longer exists, because the shop was rebuilt. */
export type CodeFailure = 'offline' | 'gone'

type Listener = (failure: CodeFailure) => void
const listeners = new Set<Listener>()
/** Each retries one file that could not be loaded. */
const retries = new Set<() => void>()

/**
 * When React Router cannot load the next page's code it reloads the open page, which offline loses that page, too. It looks
 * for code in this table first, so the table loads missing code itself: its promise stays pending until a retry succeeds.
 */
export function guardRouteCode() {
  const table = window.__reactRouterRouteModules
  for (const { id, module } of Object.values(window.__reactRouterManifest.routes)) {
    if (id in table) continue
    // Writable, because React Router sets the code itself if it had begun to load it before.
    const set = (value: unknown) => Object.defineProperty(table, id, { value, writable: true })
    let code: Promise<unknown> | undefined
    Object.defineProperty(table, id, { configurable: true, get: () => (code ??= load(module, set)), set })
  }
}

function load(module: string, set: (code: unknown) => void): Promise<unknown> {
  return new Promise((resolve) => {
    function tryOnce() {
      import(/* @vite-ignore */ module).then(
        (code) => {
          set(code)
          resolve(code)
        },
        () => {
          retries.add(tryOnce)
          reportFailure(module)
        },
      )
    }
    tryOnce()
  })
}

/** Any response means that the connection works: then the file is gone, or the browser has cached its failure. */
async function reportFailure(module: string) {
  const failure = await fetch(module, { method: 'HEAD' }).then(
    () => 'gone' as const,
    () => 'offline' as const,
  )
  for (const tell of listeners) tell(failure)
}

/** @returns the results, or why code for them could not be loaded */
export async function withRouteCode<T>(work: () => Promise<T>): Promise<T | CodeFailure> {
  let listener: Listener = () => {}
  const failure = new Promise<CodeFailure>((resolve) => {
    listener = resolve
  })
  listeners.add(listener)
  for (const retry of retries) retry()
  retries.clear()
  return Promise.race([work(), failure]).finally(() => listeners.delete(listener))
}
