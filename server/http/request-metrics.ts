import type { IncomingMessage, RequestListener } from 'node:http'
import { assignRequestId, withRequestId } from '#server/observability/log.ts'
import type { RequestKind } from '#server/observability/metrics.ts'
import type { Shop } from '#server/shop.ts'

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
  if (/^\/(assets|pots|pictures|productImages|reviewPictures)\//.test(path)) return 'file'
  if (method !== 'GET' && method !== 'HEAD') return 'form'
  return path.endsWith('.data') ? 'data' : 'page'
}

/** Clients can invent methods, but a label must have few values. */
function methodOf({ method = '' }: IncomingMessage): string {
  return /^(GET|HEAD|POST|OPTIONS)$/.test(method) ? method : 'other'
}
