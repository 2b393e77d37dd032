import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestShop } from '#tests/support/shop.ts'
import { type Metric, quantile, under } from './metric.ts'

const STREAMS = 10_000
const CHANGES = 5

/** Memory of the shop's processes with 10,000 live streams, and the time until the last stream has received a change. */
export async function measure(shop: TestShop): Promise<Metric[]> {
  const pids = [shop.pid, ...(await shop.workers())]
  const before = await memoryOf(pids)
  const { hostname, port } = new URL(shop.url)
  const address = hostname === 'localhost' ? '127.0.0.1' : hostname
  const readers = fork(new URL('./processes/live-readers.mjs', import.meta.url), [address, port, String(STREAMS)])
  try {
    const [{ open, failed }] = await once(readers, 'message')
    if (open !== STREAMS || failed > 0)
      throw new Error(`Only ${open} of ${STREAMS} streams were opened, ${failed} failed`)
    const all: number[] = []
    for (let n = 1; n <= CHANGES; n += 1) {
      const told = once(readers, 'message')
      const began = Date.now()
      await shop.sql('update products set title = title || $1 where id = $2', ['.', n])
      const [{ at }] = await told
      all.push(at - began)
    }
    // Time for the garbage collector to release temporary memory.
    await sleep(5000)
    const after = await memoryOf(pids)
    return [
      under(`live streams: memory with ${STREAMS} open streams (${Math.round(before)} MB before)`, after, 450, 'MB'),
      under('live streams: a change reaches all of them, the slowest of five', quantile(all, 1), 2000, 'ms'),
    ]
  } finally {
    readers.disconnect()
    await once(readers, 'exit')
  }
}

/** Proportional set size in megabytes: shared memory is counted once. */
async function memoryOf(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')))
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024, 0)
}
