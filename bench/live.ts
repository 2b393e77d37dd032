import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestShop } from '#tests/support/shop.ts'
import { type Figure, quantile, under } from './metric.ts'

const LINES = 10_000
const CHANGES = 5

/** Ten thousand browsers that listen, what the shop's processes need for them, and when the last has heard of a change. */
export async function measure(shop: TestShop): Promise<Figure[]> {
  const pids = [shop.pid, ...(await shop.workers())]
  const before = await memoryOf(pids)
  const { hostname, port } = new URL(shop.url)
  const address = hostname === 'localhost' ? '127.0.0.1' : hostname
  const readers = fork(new URL('./live-readers.mjs', import.meta.url), [address, port, String(LINES)])
  try {
    const [{ open, failed }] = await once(readers, 'message')
    if (open !== LINES || failed > 0) throw new Error(`Only ${open} of ${LINES} lines were opened, ${failed} broke`)
    const all: number[] = []
    for (let n = 1; n <= CHANGES; n += 1) {
      const told = once(readers, 'message')
      const began = Date.now()
      await shop.sql('update products set title = title || $1 where id = $2', ['.', n])
      const [{ at }] = await told
      all.push(at - began)
    }
    // What was needed for a moment only is given back.
    await sleep(5000)
    const after = await memoryOf(pids)
    return [
      under(`live: memory with ${LINES} open lines (${Math.round(before)} MB before)`, after, 450, 'MB'),
      under('live: a change reaches all of them, the slowest of five', quantile(all, 1), 2000, 'ms'),
    ]
  } finally {
    readers.disconnect()
    await once(readers, 'exit')
  }
}

/** Megabytes of these processes; what they share is counted once. */
async function memoryOf(pids: number[]): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8')))
  return texts.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1]) / 1024, 0)
}
