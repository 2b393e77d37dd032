import { touchDatabase } from './db/metrics-queries.ts'
import { isWorking } from './jobs.ts'
import type { Shop } from './shop.ts'

/** A check that takes longer has failed. Load balancers ask again every few seconds. */
const TIMEOUT_MS = 2000

/** Concurrent requests share one check, and each change of the result is logged. */
export function createReadinessCheck(shop: Shop, areJobsRun?: () => boolean): () => Promise<string[]> {
  let asking: Promise<string[]> | undefined
  let reported = ''
  let wasReady = false
  async function ask(): Promise<string[]> {
    const missing = await listFailedChecks(shop, areJobsRun)
    const now = missing.join(', ')
    // A shop that has just opened starts its jobs a moment later, which is no error. If they cannot start, they log why.
    if (now === 'jobs' && !wasReady) return missing
    if (now && now !== reported) shop.log.error(`Not ready: ${now}`)
    if (!now && reported) shop.log.info(wasReady ? 'Ready again' : 'Ready')
    wasReady ||= !now
    reported = now
    return missing
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** The names of the checks that fail; empty: ready. */
export async function listFailedChecks(shop: Shop, areJobsRun = () => isWorking(shop)): Promise<string[]> {
  const checks = {
    database: () => touchDatabase(shop.db),
    // The key need not exist; only the store's answer counts.
    store: () => shop.images.has('productImages/ready'),
    jobs: async () => {
      if (!areJobsRun()) throw new Error('This process runs no jobs')
    },
  }
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await answersInTime(check())) ? [] : [name])),
  )
  return answers.flat()
}

function answersInTime(work: Promise<unknown>): Promise<boolean> {
  const timer = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref())
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    timer,
  ])
}
