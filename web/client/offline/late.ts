import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

let part: Promise<typeof import('./main.ts') | undefined> | undefined

/** Few need it, but without a line it could not be fetched any more: fetched when the page works. */
export function loadOfflinePart() {
  // Leaves it out of the server's build.
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
