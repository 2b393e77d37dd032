import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestKind = 'page' | 'data' | 'form' | 'file' | 'webhook' | 'sandbox' | 'health'
export type MetricsJson = MetricObjectWithValues<MetricValue<string>>[]
/** `worker` is missing where one process is the whole shop. */
export type ProcessMetrics = { worker?: number; value: MetricsJson }

/** Counters of this process since its start, and Node's own metrics. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const about = 'Requests answered, except pages from the page cache.'
  const requests = counter('gamla_http_requests_total', about, ['kind', 'method', 'status'])
  const durations = new Histogram({
    name: 'gamla_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its response.',
    labelNames: ['kind'],
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const cacheHits = counter('gamla_page_cache_hits_total', 'Pages answered from the page cache.')
  const renders = counter('gamla_page_cache_renders_total', 'Pages rendered for the page cache.')
  const webhooks = counter('gamla_webhooks_total', 'Webhooks of the payment provider, by outcome.', ['outcome'])
  const courierWebhooks = counter('gamla_courier_webhooks_total', 'Webhooks of couriers, by outcome.', ['outcome'])
  const whatsappWebhooks = counter('gamla_whatsapp_webhooks_total', 'Webhooks of WhatsApp, by outcome.', ['outcome'])
  const sseConnections = new Gauge({
    name: 'gamla_sse_connections',
    help: 'Browsers that listen for live changes.',
    registers,
  })
  new Gauge({
    name: 'process_uptime_seconds',
    help: 'How long this process has been running.',
    registers,
    collect() {
      this.set(process.uptime())
    },
  })
  collectDefaultMetrics({ register: registry })

  return {
    countCacheHit: () => cacheHits.inc(),
    countRender: () => renders.inc(),
    countWebhook: (outcome: string) => webhooks.inc({ outcome }),
    countCourierWebhook: (outcome: string) => courierWebhooks.inc({ outcome }),
    countWhatsappWebhook: (outcome: string) => whatsappWebhooks.inc({ outcome }),
    openLive: () => sseConnections.inc(),
    closeLive: () => sseConnections.dec(),
    observe(kind: RequestKind, method: string, status: number, seconds: number): void {
      requests.inc({ kind, method, status })
      durations.observe({ kind }, seconds)
    },
    read: (): Promise<MetricsJson> => registry.getMetricsAsJSON(),
  }
}

/**
 * In Prometheus' text format. Each worker has series of its own: summed counters would drop whenever a worker restarts.
 * (`clusterMetrics()` of the library fails as a whole while one worker is starting or gone.)
 */
export function writeProcessMetrics(processes: ProcessMetrics[]): Promise<string> {
  const labelled = processes.map(({ worker, value }) =>
    value.map((metric) => ({
      ...metric,
      aggregator: 'first',
      // NaN becomes null when it is sent between processes.
      values: metric.values
        .filter((sample) => Number.isFinite(sample.value))
        .map((sample) => ({
          ...sample,
          labels: worker === undefined ? sample.labels : { worker: String(worker), ...sample.labels },
        })),
    })),
  )
  return AggregatorRegistry.aggregate(labelled).metrics()
}

export type GaugeRows = { name: string; help: string; labelNames: string[]; rows: ({ value: number } & Labels)[] }
type Labels = Record<string, string | number>

export function writeGauges(gauges: GaugeRows[]): Promise<string> {
  const registry = new Registry()
  for (const { name, help, labelNames, rows } of gauges) {
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const { value, ...labels } of rows) gauge.set(labels, value)
  }
  return registry.metrics()
}
