import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

let part: typeof import('./main.ts') | undefined

/** Few need it, but without a line it could not be fetched any more: fetched when the page works. */
export async function loadOfflinePart() {
  // Leaves it out of the server's build.
  if (import.meta.env.SSR) return
  part = await import('./main.ts')
  part.start()
}

/** Middleware around all loaders and actions. */
export const keepOpenPage: MiddlewareFunction<Record<string, DataStrategyResult>> = (args, next) =>
  part ? part.keepOpenPage(args, next) : next()
