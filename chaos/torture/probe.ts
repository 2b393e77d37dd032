import { setTimeout as sleep } from 'node:timers/promises'
import type { TestEnvironment } from './environment.ts'

const PAUSE_MS = 100
/**
 * Cached pages are served within milliseconds. One that has just changed waits until a silent database is noticed, which takes
 * up to six seconds; this allows for a busy machine.
 */
const TIMEOUT_MS = 9000

/**
 * Requests public pages all the time. A page that this shop process has served once must be served again, from the page cache
 * when the database is away. Failures while the shop is being killed do not count.
 */
export async function startProbe(environment: TestEnvironment, paths: readonly string[]) {
  const failures: string[] = []
  let answered = 0
  let isOver = false
  let shown = { start: 0, paths: new Set<string>() }

  async function check(path: string): Promise<void> {
    const start = environment.shop.starts()
    const wasShown = shown.start === start && shown.paths.has(path)
    const began = performance.now()
    const outcome = await fetch(environment.url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      .catch((error: Error & { fault?: { code?: string } }) => error.fault?.code ?? error.name)
    if (environment.shop.starts() !== start || environment.shop.isEnding()) return
    if (outcome === 200) {
      answered += 1
      if (shown.start !== start) shown = { start, paths: new Set() }
      shown.paths.add(path)
    } else if (wasShown) {
      failures.push(`${path} answered ${outcome} after ${Math.round(performance.now() - began)} ms`)
    }
  }

  const watching = (async () => {
    while (!isOver) {
      for (const path of paths) await check(path)
      await sleep(PAUSE_MS)
    }
  })()

  return {
    failures,
    answered: () => answered,
    async stop() {
      isOver = true
      await watching
    },
  }
}
