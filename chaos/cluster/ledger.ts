import { createWriteStream } from 'node:fs'

export type Entry = {
  /** The key that makes it exactly-once. */
  key: string
  tries: number
  /** Milliseconds of this run's clock, and the number that the shop gave the order. */
  acknowledged?: { at: number; orderId: number }
}

/** What shoppers were told, kept outside of everything that is being broken. */
export type Ledger = ReturnType<typeof openLedger>

/** @param file gets a line for each press and each answer */
export function openLedger(file: string) {
  const lines = createWriteStream(file)
  const entries = new Map<string, Entry>()
  const refusals: string[] = []
  let unclear = 0

  const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`)

  return {
    entries: entries as ReadonlyMap<string, Entry>,
    /** Answers that no shopper should get. */
    refusals: refusals as readonly string[],
    /** Answers that left open whether there is an order. */
    unclear: () => unclear,
    pressed(key: string) {
      const entry = entries.get(key) ?? { key, tries: 0 }
      entries.set(key, { ...entry, tries: entry.tries + 1 })
      write({ pressed: key })
    },
    unanswered(key: string, why: string) {
      unclear += 1
      write({ unanswered: key, why })
    },
    refused(key: string, why: string) {
      refusals.push(why)
      write({ refused: key, why })
    },
    acknowledged(key: string, orderId: number) {
      const entry = entries.get(key)
      if (!entry) throw new Error('An answer to nothing')
      entries.set(key, { ...entry, acknowledged: { at: performance.now(), orderId } })
      write({ acknowledged: key, orderId })
    },
    listAcknowledged: () =>
      [...entries.values()].flatMap(({ key, acknowledged }) => (acknowledged ? [{ key, ...acknowledged }] : [])),
    /** From `since` on, the longest time without an acknowledged order, and when it was over; Infinity: it is not. */
    longestSilence(since: number): { seconds: number; over: number } {
      const times = [
        since,
        ...this.listAcknowledged()
          .map(({ at }) => at)
          .filter((at) => at > since),
      ].sort((a, b) => a - b)
      const silences = times.map((at, index) => {
        const over = times[index + 1] ?? Number.POSITIVE_INFINITY
        return { seconds: (Math.min(over, performance.now()) - at) / 1000, over }
      })
      return silences.reduce((longest, it) => (it.seconds > longest.seconds ? it : longest))
    },
    close: () => new Promise<void>((resolve) => lines.end(resolve)),
  }
}
