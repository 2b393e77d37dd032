import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

let part: Promise<typeof import('./main.ts') | undefined> | undefined

/** Called after hydration: few visitors need this code, but once they are offline it can no longer be fetched. */
export function loadOfflinePart() {
  // Lets the build leave it out of the server's bundle.
  if (import.meta.env.SSR) return
  part ??= import('./main.ts').then(
    (main) => {
      main.start()
      return main
    },
    () => undefined,
  )
}

/** Middleware around all loaders and actions. */
export const keepOpenPage: MiddlewareFunction<Record<string, DataStrategyResult>> = async (args, next) => {
  const main = await part
  return main ? main.keepOpenPage(args, next) : next()
}
