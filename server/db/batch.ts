import type { Database } from './connection.ts'

/** In a larger batch, the first item would wait too long for the last. */
const MAX_ITEMS = 20

type Waiting<Item, Result> = { item: Item } & PromiseWithResolvers<Result>
type Queue<Item, Result> = { waiting: Waiting<Item, Result>[]; isRunning: boolean }

/**
 * Passes concurrent calls to `work` as one list, because statements and round trips cost more than rows. No call is
 * delayed on purpose: the first starts a batch at once, and those that come meanwhile form the next one.
 *
 * @param work returns a result for each item, in the same order; if it throws, all of them fail
 */
export function inBatches<Item, Result>(
  work: (db: Database, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Database, item: Item) => Promise<Result> {
  const queues = new WeakMap<Database, Queue<Item, Result>>()

  async function run(db: Database, queue: Queue<Item, Result>): Promise<void> {
    if (queue.isRunning) return
    queue.isRunning = true
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MAX_ITEMS)
      const items = batch.map(({ item }) => item)
      await work(db, items).then(
        (results) => batch.forEach(({ resolve }, index) => void resolve(results[index] as Result)),
        (error) => batch.forEach(({ reject }) => void reject(error)),
      )
    }
    queue.isRunning = false
  }

  return (db, item) => {
    const queue = queues.get(db) ?? { waiting: [], isRunning: false }
    queues.set(db, queue)
    const added = { item, ...Promise.withResolvers<Result>() }
    queue.waiting.push(added)
    void run(db, queue)
    return added.promise
  }
}
