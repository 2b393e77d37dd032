import './router.ts'

/** `gone`: a new build of the shop has other files. */
export type CodeFailure = 'line' | 'gone'

type Listener = (failure: CodeFailure) => void
const listeners = new Set<Listener>()
/** Loads again what could not be loaded. */
const retries = new Set<() => void>()

/**
 * React Router reloads the open page when it cannot load the code of the next one, which leaves nothing of it without a
 * line. It takes code from this table first, so missing code is loaded here, and its promise waits for the line.
 */
export function guardRouteCode() {
  const table = window.__reactRouterRouteModules
  for (const { id, module } of Object.values(window.__reactRouterManifest.routes)) {
    if (id in table) continue
    // Writable, because React Router may have begun to load it before: then it sets it too.
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

/** Any response means that the line works: then the file is gone, or the browser remembers its failure. */
async function reportFailure(module: string) {
  const failure = await fetch(module, { method: 'HEAD' }).then(
    () => 'gone' as const,
    () => 'line' as const,
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
