import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Config } from './config.ts'
import { readShopFigures, touchDatabase } from './db/metrics-queries.ts'
import { isWorking } from './jobs.ts'
import { type ProcessMetrics, type RequestKind, writeGauges, writeProcessMetrics } from './observability/metrics.ts'
import { assignRequestId, withRequestId } from './observability/request-id.ts'
import type { Shop } from './shop.ts'

/** A load balancer asks for readiness again soon. */
const TIMEOUT_MS = 2000

/** Gives each request an id, for the log and the client, and counts its outcome. */
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
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return 'health'
  if (path.startsWith('/webhooks/')) return 'webhook'
  if (path.startsWith('/sandbox/')) return 'sandbox'
  if (/^\/(assets|pots|pictures|productImages)\//.test(path)) return 'file'
  if (method !== 'GET' && method !== 'HEAD') return 'form'
  return path.endsWith('.data') ? 'data' : 'page'
}

/** Clients can invent methods; labels must stay few. */
function methodOf({ method = '' }: IncomingMessage): string {
  return /^(GET|HEAD|POST|OPTIONS)$/.test(method) ? method : 'other'
}

/** Checks once however many ask at a time, and logs each change. */
export function createReadinessCheck(shop: Shop, areJobsRun?: () => boolean): () => Promise<string[]> {
  let asking: Promise<string[]> | undefined
  let reported = ''
  async function ask(): Promise<string[]> {
    const missing = await failedReadinessChecks(shop, areJobsRun)
    const now = missing.join(', ')
    if (now && now !== reported) shop.log.error(`Not ready: ${now}`)
    if (!now && reported) shop.log.info('Ready again')
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

/** The names of the checks that fail; none: ready. */
export async function failedReadinessChecks(shop: Shop, areJobsRun = () => isWorking(shop)): Promise<string[]> {
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

/** Everything there is to count, for Prometheus: of all processes, whichever of them is asked. */
export async function writeMetrics(shop: Pick<Shop, 'db' | 'log' | 'metrics' | 'primaryProcess'>): Promise<string> {
  const answer = (await shop.primaryProcess?.call('metrics')) as ProcessMetrics[] | undefined
  const processes = answer ?? [{ value: await shop.metrics.read() }]
  return (await writeProcessMetrics(processes)) + (await writeShopMetrics(shop))
}

async function writeShopMetrics({ db, log }: Pick<Shop, 'db' | 'log'>): Promise<string> {
  try {
    const { orders, payments, emails, jobs } = await readShopFigures(db)
    return await writeGauges([
      { name: 'gamla_orders', help: 'Orders by status.', labelNames: ['status', 'cancel'], rows: orders },
      { name: 'gamla_payments', help: 'Payments by outcome.', labelNames: ['status', 'allocation'], rows: payments },
      { name: 'gamla_emails', help: 'Emails to shoppers by state.', labelNames: ['state'], rows: emails },
      { name: 'gamla_jobs', help: 'Background jobs that are not done, by state.', labelNames: ['state'], rows: jobs },
    ])
  } catch (error) {
    // Figures of the processes are still worth having.
    log.error('The metrics of the database could not be read', error)
    return ''
  }
}

/** With a token only who sends it; without one only this machine. */
export function canReadMetrics(
  request: MetricsRequest,
  { metricsToken: token, publicUrl }: Partial<MetricsAccess>,
): boolean {
  if (token !== undefined) return isSame(request.header('authorization') ?? '', `Bearer ${token}`)
  return isLocalRequest(request, { publicUrl })
}

type MetricsAccess = Pick<Config, 'metricsToken' | 'publicUrl'>
type MetricsRequest = { socketAddress: string | undefined; header(name: string): string | undefined }

/**
 * Behind a proxy on this machine every request looks local. A proxy that we do not know of usually sets a forwarding
 * header; with PUBLIC_URL there is a proxy, which may not.
 */
export function isLocalRequest(
  { socketAddress = '', header }: MetricsRequest,
  { publicUrl }: Pick<MetricsAccess, 'publicUrl'>,
): boolean {
  if (publicUrl) return false
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => header(name) !== undefined)
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socketAddress)
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
