import { MINUTE_MS } from '#domain/time.ts'
import type { Log } from './log.ts'

/**
 * For errors that anonymous users can cause as often as they like: a line is logged at once, and then at most once a
 * minute with the number of repeats.
 */
export function createThrottledLog(log: Pick<Log, 'error'>, everyMs = MINUTE_MS): (line: string) => void {
  const repeats = new Map<string, number>()

  function wait(line: string): void {
    repeats.set(line, 0)
    setTimeout(() => {
      const times = repeats.get(line) ?? 0
      repeats.delete(line)
      if (times === 0) return
      log.error(`${line} (${times} more in the last minute)`)
      wait(line)
    }, everyMs).unref()
  }

  return (line) => {
    const times = repeats.get(line)
    if (times !== undefined) return void repeats.set(line, times + 1)
    log.error(line)
    wait(line)
  }
}
