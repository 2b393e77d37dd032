import { createWriteStream } from 'node:fs'

export type Entry = {
  /** The checkout key, which makes the order exactly-once. */
  key: string
  tries: number
  /** `at`: milliseconds of this run's clock. */
  acknowledged?: { at: number; orderId: number }
}

/** The acknowledgements that shoppers got, kept outside the systems under test. */
export type Ledger = ReturnType<typeof openLedger>

/** @param file gets one line for each request and each response */
export function openLedger(file: string) {
  const lines = createWriteStream(file)
  const entries = new Map<string, Entry>()
  const refusals: string[] = []
  let unclear = 0

  const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`)

  return {
    entries: entries as ReadonlyMap<string, Entry>,
    /** Responses that no shopper should get. */
    refusals: refusals as readonly string[],
    /** Number of responses that left it open whether the order exists. */
    unclear: () => unclear,
    sent(key: string) {
      const entry = entries.get(key) ?? { key, tries: 0 }
      entries.set(key, { ...entry, tries: entry.tries + 1 })
      write({ sent: key })
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
      if (!entry) throw new Error('An acknowledgement without a request')
      entries.set(key, { ...entry, acknowledged: { at: performance.now(), orderId } })
      write({ acknowledged: key, orderId })
    },
    listAcknowledged: () =>
      [...entries.values()].flatMap(({ key, acknowledged }) => (acknowledged ? [{ key, ...acknowledged }] : [])),
    /** The longest time without an acknowledged order after `since`. `over`: when it ended; Infinity while it lasts. */
    longestOutage(since: number): { seconds: number; over: number } {
      const times = [
        since,
        ...this.listAcknowledged()
          .map(({ at }) => at)
          .filter((at) => at > since),
      ].sort((a, b) => a - b)
      const outages = times.map((at, index) => {
        const over = times[index + 1] ?? Number.POSITIVE_INFINITY
        return { seconds: (Math.min(over, performance.now()) - at) / 1000, over }
      })
      return outages.reduce((longest, it) => (it.seconds > longest.seconds ? it : longest))
    },
    close: () => new Promise<void>((resolve) => lines.end(resolve)),
  }
}
