/** Seconds; what a shopper would call at once, quick, slow and broken. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestKind = 'page' | 'data' | 'form' | 'file' | 'webhook' | 'sandbox' | 'seeing'
type Sample = { suffix?: string; labels?: Record<string, string>; value: number }
export type Family = { name: string; type: 'counter' | 'gauge' | 'histogram'; help: string; samples: Sample[] }

/** What this process has done since it was started. Prometheus adds processes up. */
export function createMetrics() {
  const requests = new Map<string, number>()
  const latencies = new Map<RequestKind, { buckets: number[]; count: number; sum: number }>()
  const webhooks = new Map<string, number>()
  let kept = 0
  let rendered = 0
  let live = 0

  return {
    /** A page from memory: counted and no more, for counting must not take longer than sending it. */
    countCacheHit(): void {
      kept += 1
    },
    /** A page that is about to be kept, rendered anew. */
    countRender(): void {
      rendered += 1
    },
    countWebhook(outcome: string): void {
      webhooks.set(outcome, (webhooks.get(outcome) ?? 0) + 1)
    },
    openLive(): void {
      live += 1
    },
    closeLive(): void {
      live -= 1
    },
    observe(kind: RequestKind, method: string, status: number, seconds: number): void {
      const name = `${kind} ${method} ${status}`
      requests.set(name, (requests.get(name) ?? 0) + 1)
      const latency = latencies.get(kind) ?? { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 }
      latencies.set(kind, latency)
      latency.count += 1
      latency.sum += seconds
      for (const [index, most] of BUCKETS.entries())
        if (seconds <= most) latency.buckets[index] = (latency.buckets[index] ?? 0) + 1
    },

    read(): Family[] {
      return [
        {
          name: 'gamla_requests_total',
          type: 'counter',
          help: 'Requests that were answered, kept pages aside.',
          samples: Array.from(requests, ([name, value]) => {
            const [kind = '', method = '', status = ''] = name.split(' ')
            return { labels: { kind, method, status }, value }
          }),
        },
        readLatencies(),
        one('gamla_kept_pages_total', 'counter', 'Pages that were answered from memory.', kept),
        one('gamla_rendered_pages_total', 'counter', 'Pages that were rendered to be kept.', rendered),
        {
          name: 'gamla_webhooks_total',
          type: 'counter',
          help: 'Messages about payments, by what came of them.',
          samples: Array.from(webhooks, ([outcome, value]) => ({ labels: { outcome }, value })),
        },
        one('gamla_live_connections', 'gauge', 'Browsers that listen for changes.', live),
        one('process_resident_memory_bytes', 'gauge', 'Memory of this process.', process.memoryUsage.rss()),
        one('process_cpu_seconds_total', 'counter', 'Processor time of this process.', cpuSeconds()),
        one('process_uptime_seconds', 'gauge', 'How long this process has been running.', process.uptime()),
      ]
    },
  }

  function readLatencies(): Family {
    return {
      name: 'gamla_request_seconds',
      type: 'histogram',
      help: "From the request's arrival to the end of its answer.",
      samples: Array.from(latencies, ([kind, { buckets, count, sum }]) => [
        ...BUCKETS.map((most, index) => ({
          suffix: '_bucket',
          labels: { kind, le: String(most) },
          value: buckets[index] ?? 0,
        })),
        { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
        { suffix: '_sum', labels: { kind }, value: sum },
        { suffix: '_count', labels: { kind }, value: count },
      ]).flat(),
    }
  }
}

function one(name: string, type: 'counter' | 'gauge', help: string, value: number): Family {
  return { name, type, help, samples: [{ value }] }
}

/** What several processes of one shop have done: each in its own lines, for counters that are added up start anew with one. */
export function joinFamilies(said: { worker: number; value: Family[] }[]): Family[] {
  const joined = new Map<string, Family>()
  for (const { worker, value } of said) {
    for (const { samples, ...family } of value) {
      const known = joined.get(family.name) ?? { ...family, samples: [] }
      joined.set(family.name, known)
      for (const sample of samples)
        known.samples.push({ ...sample, labels: { worker: String(worker), ...sample.labels } })
    }
  }
  return [...joined.values()]
}

/** In Prometheus' text format. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function writeFamilies(families: Family[]): string {
  return families
    .map(({ name, type, help, samples }) => {
      const lines = samples.map((sample) => line(name, sample))
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
    })
    .join('')
}

function line(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/[\\"\n]/g, '_')}"`)
  return `${name}${suffix}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
