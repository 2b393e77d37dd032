import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import { type Metric, median, under } from './metric.ts'

const root = join(import.meta.dirname, '..')
const ROUNDS = 5

/** Time from `npm start` to the first page, with packages installed, pages built and the database seeded. */
export async function measure(): Promise<Metric[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gamla-bench-'))
  try {
    const times: number[] = []
    // The first start initialises the database.
    for (let round = -1; round < ROUNDS; round++) {
      const time = await startOnce(dataDir)
      if (round >= 0) times.push(time)
    }
    return [under('npm start until the first page', median(times), 2000, 'ms')]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const began = performance.now()
  const shop = spawn('npm', ['start'], { cwd: root, env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) } })
  try {
    for (const end = began + 60_000; performance.now() < end; await sleep(10)) {
      const answer = await fetch(`http://localhost:${port}/`).catch(() => undefined)
      await answer?.text()
      if (answer?.status === 200) return performance.now() - began
    }
    throw new Error('The shop did not start within a minute')
  } finally {
    shop.kill('SIGTERM')
    await once(shop, 'exit')
  }
}
