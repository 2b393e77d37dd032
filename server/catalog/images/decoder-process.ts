// Decodes uploaded images in a child process of decoder.ts, with lower priority and limits for memory and time, so that an
// image that crashes or overloads a decoder fails one upload and not the shop.
import { writeFileSync } from 'node:fs'
import { findImageProblem } from './check.ts'
import { makeRenditions } from './make-renditions.ts'
import type { Rendition } from './renditions.ts'

export type Task = { task: 'check' | 'make-renditions'; bytes: Uint8Array }
export type Result = { problem: string | undefined } | { renditions: Rendition[] | undefined }
/** `memory`: resident memory of the process afterwards, in bytes. */
export type Answer = { result: Result; memory: number }

const CHECK_INTERVAL_MS = 20

const [memoryLimit, cpuLimitMs] = process.argv.slice(2).map(Number) as [number, number]

// Under memory pressure Linux kills this process before the shop or its database.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

// Ctrl-C reaches the whole process group; running uploads may still finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', end)
process.on('message', async ({ task, bytes }: Task) => {
  const cpuAtStart = process.cpuUsage()
  const limitCheck = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuAtStart)
    if (process.memoryUsage.rss() > memoryLimit || (user + system) / 1000 > cpuLimitMs) end()
  }, CHECK_INTERVAL_MS)
  const result: Result =
    task === 'check' ? { problem: await findImageProblem(bytes) } : { renditions: await makeRenditions(bytes) }
  clearInterval(limitCheck)
  const answer: Answer = { result, memory: process.memoryUsage.rss() }
  process.send?.(answer)
})
process.send?.('ready')

/** Kills the process, because `process.exit` would wait for the decoding thread. */
function end(): void {
  process.kill(process.pid, 'SIGKILL')
}
