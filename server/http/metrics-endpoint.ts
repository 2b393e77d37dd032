import { isSameSecret } from '#server/config/secrets.ts'
import type { Config } from '#server/config.ts'
import { readShopFigures } from '#server/db/metrics-queries.ts'
import { type ProcessMetrics, writeGauges, writeProcessMetrics } from '#server/observability/metrics.ts'
import type { Shop } from '#server/shop.ts'
import { isKnownHost } from './known-host.ts'
import { plain } from './plain-response.ts'

/** The response to a client that may not use operators' endpoints; undefined: it may. */
export function rejectNonOperator(
  client: MetricsRequest & Parameters<typeof isKnownHost>[0],
  config: MetricsAccess & Parameters<typeof isKnownHost>[1],
): Response | undefined {
  // Prevents DNS rebinding. With a token no check is needed: a client that sends it is not a browser.
  if (config.metricsToken === undefined && !isKnownHost(client, config)) return plain(421, 'Unknown host.')
  return canReadMetrics(client, config) ? undefined : plain(403, 'Forbidden.')
}

/** With a token configured, only requests that send it; otherwise only requests from this machine. */
export function canReadMetrics(
  request: MetricsRequest,
  { metricsToken: token, publicUrl }: Partial<MetricsAccess>,
): boolean {
  if (token !== undefined) return isSameSecret(request.header('authorization') ?? '', `Bearer ${token}`)
  return isLocalRequest(request, { publicUrl })
}

type MetricsAccess = Pick<Config, 'metricsToken' | 'publicUrl'>
type MetricsRequest = { socketAddress: string | undefined; header(name: string): string | undefined }

/**
 * Behind a proxy on this machine every request looks local. A forwarding header shows that there is a proxy, and
 * PUBLIC_URL suggests one that sets no such header.
 */
export function isLocalRequest(
  { socketAddress = '', header }: MetricsRequest,
  { publicUrl }: Pick<MetricsAccess, 'publicUrl'>,
): boolean {
  if (publicUrl) return false
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => header(name) !== undefined)
  return !isForwarded && /^(127\.|::1$|::ffff:127\.)/.test(socketAddress)
}

/** All metrics for Prometheus: of all processes, whichever of them answers. */
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
    // The metrics of the processes are useful even without those of the database.
    log.error('The metrics of the database could not be read', error)
    return ''
  }
}
