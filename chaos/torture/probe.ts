import { setTimeout as sleep } from 'node:timers/promises'
import type { House } from './environment.ts'

const PAUSE_MS = 100
/** A kept page comes at once; this is for a machine that does other things. */
const TIMEOUT_MS = 5000

/**
 * Whether a page that this very process has shown once is always shown again: with its database gone, it comes from
 * memory. What a shop that is just being killed does not answer is no news.
 */
export async function startProbe(house: House, paths: readonly string[]) {
  const failures: string[] = []
  let answered = 0
  let isOver = false
  let shown = { start: 0, paths: new Set<string>() }

  async function look(path: string): Promise<void> {
    const start = house.shop.starts()
    const wasShown = shown.start === start && shown.paths.has(path)
    const began = performance.now()
    const outcome = await fetch(house.url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(async (answer) => {
        await answer.arrayBuffer()
        return answer.status
      })
      .catch((error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name)
    if (house.shop.starts() !== start || house.shop.isEnding()) return
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
      for (const path of paths) await look(path)
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
