import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Config } from './config.ts'
import { readShopFigures, touchDatabase } from './db/metrics-queries.ts'
import { isWorking } from './jobs.ts'
import { type Family, joinFamilies, type RequestKind, writeFamilies } from './observability/metrics.ts'
import { assignRequestId, withRequestId } from './observability/request-id.ts'
import type { Shop } from './shop.ts'

/** Who asks whether we are ready asks again soon. */
const TIMEOUT_MS = 2000

/** Names each request, for the log and its sender, and counts how it went. */
export function withRequestMetrics(
  { config, metrics }: Pick<Shop, 'config' | 'metrics'>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const began = performance.now()
    const kind = kindOf(request.method ?? 'GET', request.url ?? '/')
    const given = request.headers['x-request-id']
    const id = assignRequestId(typeof given === 'string' ? given : undefined, config.trustProxy)
    response.setHeader('x-request-id', id)
    response.once('close', () => {
      metrics.observe(kind, methodOf(request), response.statusCode, (performance.now() - began) / 1000)
    })
    return withRequestId(id, () => listener(request, response))
  }
}

function kindOf(method: string, url: string): RequestKind {
  const path = url.split('?')[0] ?? ''
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'seeing'
  if (path.startsWith('/webhooks/')) return 'webhook'
  if (path.startsWith('/sandbox/')) return 'sandbox'
  if (/^\/(assets|pots|pictures|productImages)\//.test(path)) return 'file'
  if (method !== 'GET' && method !== 'HEAD') return 'form'
  return path.endsWith('.data') ? 'data' : 'page'
}

/** Anybody can invent methods. */
function methodOf({ method = '' }: IncomingMessage): string {
  return /^(GET|HEAD|POST|OPTIONS)$/.test(method) ? method : 'other'
}

/** What does not answer, asked once however many want to know at a time, and told to the operator at each change. */
export function createReadinessCheck(shop: Shop, areJobsRun?: () => boolean): () => Promise<string[]> {
  let asking: Promise<string[]> | undefined
  let told = ''
  async function ask(): Promise<string[]> {
    const missing = await failedReadinessChecks(shop, areJobsRun)
    const now = missing.join(', ')
    if (now && now !== told) shop.log.error(`Not ready: ${now}`)
    if (!now && told) shop.log.info('Ready again')
    told = now
    return missing
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** What does not answer; nothing: ready. */
export async function failedReadinessChecks(shop: Shop, areJobsRun = () => isWorking(shop)): Promise<string[]> {
  const checks = {
    database: () => touchDatabase(shop.db),
    // Whether it is there does not matter; that the store can say so does.
    store: () => shop.images.has('productImages/ready'),
    jobs: async () => {
      if (!areJobsRun()) throw new Error('This process runs no jobs')
    },
  }
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await inTime(check())) ? [] : [name])),
  )
  return answers.flat()
}

function inTime(work: Promise<unknown>): Promise<boolean> {
  const timer = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref())
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    timer,
  ])
}

/** Everything there is to count, for Prometheus. Whichever of several processes is asked, all of them are in it. */
export async function writeMetrics(shop: Pick<Shop, 'db' | 'log' | 'metrics' | 'primaryProcess'>): Promise<string> {
  const said = (await shop.primaryProcess?.call('metrics')) as { worker: number; value: Family[] }[] | undefined
  const processes = said ? joinFamilies(said) : shop.metrics.read()
  return writeFamilies([...processes, ...(await readShopFamilies(shop))])
}

async function readShopFamilies({ db, log }: Pick<Shop, 'db' | 'log'>): Promise<Family[]> {
  try {
    const figures = await readShopFigures(db)
    const gauge = (name: string, help: string, values: ({ value: number } & Record<string, string | number>)[]) => {
      const samples = values.map(({ value, ...labels }) => ({ labels: labels as Record<string, string>, value }))
      return { name, type: 'gauge' as const, help, samples }
    }
    return [
      gauge('gamla_orders', 'Orders as they stand.', figures.orders),
      gauge('gamla_settlements', 'Payments and what became of them.', figures.settlements),
      gauge('gamla_letters', 'Letters to shoppers.', figures.emails),
      gauge('gamla_jobs', 'Promised jobs that are not done.', figures.jobs),
    ]
  } catch (error) {
    // What the processes have done can be told all the same.
    log.error('The metrics of the database could not be read', error)
    return []
  }
}

/** Whoever knows the token; without one, whoever sits at this very machine. */
export function canReadMetrics(request: Neighbour, { metricsToken: token, publicUrl }: Partial<Known>): boolean {
  if (token !== undefined) return isSame(request.header('authorization') ?? '', `Bearer ${token}`)
  return isLocalRequest(request, { publicUrl })
}

type Known = Pick<Config, 'metricsToken' | 'publicUrl'>
type Neighbour = { socketAddress: string | undefined; header(name: string): string | undefined }

/**
 * A proxy on it makes everybody look so. One that we were not told of says for whom it asks; with PUBLIC_URL there is one,
 * perhaps on this machine, and perhaps one that does not say so.
 */
export function isLocalRequest(
  { socketAddress = '', header }: Neighbour,
  { publicUrl }: Pick<Known, 'publicUrl'>,
): boolean {
  if (publicUrl) return false
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => header(name) !== undefined)
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(socketAddress)
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
