/** Seconds; what a shopper would call at once, quick, slow and broken. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestKind = 'page' | 'data' | 'form' | 'file' | 'webhook' | 'seeing'
export type Metrics = ReturnType<typeof createMetrics>
type Sample = { labels?: Record<string, string>; value: number }

/** What this process has done since it was started. Prometheus adds processes up. */
export function createMetrics() {
  const requests = new Map<string, number>()
  const latencies = new Map<RequestKind, { buckets: number[]; count: number; sum: number }>()
  let kept = 0
  let live = 0

  return {
    /** A page from memory: counted and no more, for counting must not take longer than sending it. */
    countKept(): void {
      kept += 1
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

    write(): string {
      return [
        metric(
          'gamla_requests_total',
          'counter',
          'Requests that were answered, kept pages aside.',
          Array.from(requests, ([name, value]) => {
            const [kind = '', method = '', status = ''] = name.split(' ')
            return { labels: { kind, method, status }, value }
          }),
        ),
        writeLatencies(),
        metric('gamla_kept_pages_total', 'counter', 'Pages that were answered from memory.', [{ value: kept }]),
        metric('gamla_live_connections', 'gauge', 'Browsers that listen for changes.', [{ value: live }]),
        metric('process_resident_memory_bytes', 'gauge', 'Memory of this process.', [
          { value: process.memoryUsage.rss() },
        ]),
        metric('process_cpu_seconds_total', 'counter', 'Processor time of this process.', [{ value: cpuSeconds() }]),
        metric('process_uptime_seconds', 'gauge', 'How long this process has been running.', [
          { value: process.uptime() },
        ]),
      ].join('')
    },
  }

  function writeLatencies(): string {
    const name = 'gamla_request_seconds'
    const lines = Array.from(latencies, ([kind, { buckets, count, sum }]) =>
      [
        ...BUCKETS.map((most, index) =>
          line(`${name}_bucket`, { labels: { kind, le: String(most) }, value: buckets[index] ?? 0 }),
        ),
        line(`${name}_bucket`, { labels: { kind, le: '+Inf' }, value: count }),
        line(`${name}_sum`, { labels: { kind }, value: sum }),
        line(`${name}_count`, { labels: { kind }, value: count }),
      ].join(''),
    )
    return `# HELP ${name} From the request's arrival to the end of its answer.\n# TYPE ${name} histogram\n${lines.join('')}`
  }
}

/** One metric in Prometheus' text format. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metric(name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => line(name, sample)).join('')}`
}

function line(name: string, { labels = {}, value }: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/[\\"\n]/g, '_')}"`)
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}\n`
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
