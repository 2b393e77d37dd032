// Reads the pictures that people upload. Started by decoder.ts as a process of its own, with a lower priority and limits
// for memory and time, so that a picture that makes a decoder explode or crash costs one upload and never the shop.
import { writeFileSync } from 'node:fs'
import { imageProblem } from './check.ts'
import { makeVariants } from './make-variants.ts'
import type { Variant } from './variants.ts'

export type Task = { task: 'check' | 'make-variants'; bytes: Uint8Array }
export type Result = { problem: string | undefined } | { variants: Variant[] | undefined }
/** `memory`: what the process holds afterwards, in bytes. */
export type Answer = { result: Result; memory: number }

const LOOK_MS = 20

const [memoryLimit, cpuLimitMs] = process.argv.slice(2).map(Number) as [number, number]

// When the machine runs out of memory, Linux ends this process before the shop or its database.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

// Ctrl-C reaches every process of the terminal's group, and uploads under way may still finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', end)
process.on('message', async ({ task, bytes }: Task) => {
  const began = process.cpuUsage()
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    if (process.memoryUsage.rss() > memoryLimit || (user + system) / 1000 > cpuLimitMs) end()
  }, LOOK_MS)
  const result: Result =
    task === 'check' ? { problem: await imageProblem(bytes) } : { variants: await makeVariants(bytes) }
  clearInterval(looking)
  const answer: Answer = { result, memory: process.memoryUsage.rss() }
  process.send?.(answer)
})
process.send?.('ready')

/** At once: `process.exit` would wait for the thread that decodes. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
