import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { readShopFigures, touchDatabase } from './db/seeing.ts'
import { isWorking } from './jobs.ts'
import { type Metrics, metric, type RequestKind } from './metrics.ts'
import { nameRequest, withRequestId } from './request-context.ts'
import type { Shop } from './shop.ts'

/** Who asks whether we are ready asks again soon. */
const PATIENCE_MS = 2000

/** Names each request, for the log and its sender, and counts how it went. */
export function watched(shop: Pick<Shop, 'config'>, metrics: Metrics, listener: RequestListener): RequestListener {
  return (request, response) => {
    const began = performance.now()
    const kind = kindOf(request.method ?? 'GET', request.url ?? '/')
    const given = request.headers['x-request-id']
    const id = nameRequest(typeof given === 'string' ? given : undefined, shop.config.trustProxy)
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
  if (/^\/(assets|pots|pictures|productImages)\//.test(path)) return 'file'
  if (method !== 'GET' && method !== 'HEAD') return 'form'
  return path.endsWith('.data') ? 'data' : 'page'
}

/** Anybody can invent methods. */
function methodOf({ method = '' }: IncomingMessage): string {
  return /^(GET|HEAD|POST|OPTIONS)$/.test(method) ? method : 'other'
}

/** What does not answer; nothing: ready. */
export async function listNotReady(shop: Shop): Promise<string[]> {
  const checks = {
    database: () => touchDatabase(shop.db),
    // Whether it is there does not matter; that the store can say so does.
    store: () => shop.images.has('productImages/ready'),
    jobs: async () => {
      if (!isWorking(shop)) throw new Error('No jobs are being done')
    },
  }
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await inTime(check())) ? [] : [name])),
  )
  return answers.flat()
}

function inTime(work: Promise<unknown>): Promise<boolean> {
  const impatience = new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    impatience,
  ])
}

/** Everything there is to count, for Prometheus. */
export async function writeMetrics({ db, log }: Pick<Shop, 'db' | 'log'>, metrics: Metrics): Promise<string> {
  try {
    const figures = await readShopFigures(db)
    const sample = ({ value, ...labels }: { value: number } & Record<string, string | number>) => ({
      labels: labels as Record<string, string>,
      value,
    })
    return [
      metrics.write(),
      metric('gamla_orders', 'gauge', 'Orders as they stand.', figures.orders.map(sample)),
      metric('gamla_settlements', 'gauge', 'Payments and what became of them.', figures.settlements.map(sample)),
      metric('gamla_letters', 'gauge', 'Letters to shoppers.', figures.letters.map(sample)),
      metric('gamla_jobs', 'gauge', 'Promised jobs that are not done.', figures.jobs.map(sample)),
    ].join('')
  } catch (error) {
    // What this process has done can be told all the same.
    log.error('The metrics of the database could not be read', error)
    return metrics.write()
  }
}

/** Whoever knows the token, or sits at this very machine. */
export function maySeeMetrics(request: Neighbour, token: string | undefined): boolean {
  if (token !== undefined) return isSame(request.header('authorization') ?? '', `Bearer ${token}`)
  return isAtThisMachine(request)
}

type Neighbour = { socketAddress: string | undefined; header(name: string): string | undefined }

/** A proxy on it makes everybody look so, but says for whom it asks. */
export function isAtThisMachine({ socketAddress = '', header }: Neighbour): boolean {
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => header(name) !== undefined)
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(socketAddress)
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
