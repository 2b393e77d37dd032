import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TestShop } from '#tests/support/shop.ts'
import { type Load, load } from './load.ts'
import { atLeast, atMost, type Metric, median } from './metric.ts'
import { openNginx } from './nginx.ts'

const pages = { home: '/', listing: '/allproduct', product: '/productinfo/3' }
// Many short rounds, because other load on a shared machine comes in bursts.
const ROUNDS = 9
const SECONDS = 1

/** Cached pages, alternating with the same bytes from plain `node:http` and from nginx. */
export async function measure(shop: TestShop): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gamla-bench-'))
  const metrics: Metric[] = []
  for (const [name, path] of Object.entries(pages)) {
    const { headers, body } = await readCompressed(shop.url + path)
    const file = join(folder, 'page.html')
    await writeFile(file, body)
    const plain = await openPlain(file, headers)
    const nginx = await openNginx(file)
    const ours: Load[] = []
    const limit: Load[] = []
    const best: Load[] = []
    for (let round = 0; round < ROUNDS; round++) {
      limit.push(await load(plain.url, { seconds: SECONDS }))
      ours.push(await load(shop.url + path, { seconds: SECONDS }))
      if (nginx) best.push(await load(nginx.url, { seconds: SECONDS }))
    }
    plain.close()
    await nginx?.close()
    const refused = ours.reduce((sum, { failed }) => sum + failed, 0)
    if (refused > 0) throw new Error(`${refused} requests for ${path} failed`)
    metrics.push(
      atLeast(
        `${name} page, cached (${kilobytes(body)})`,
        requestsPerSecond(ours),
        requestsPerSecond(limit),
        0.8,
        'pages/s',
      ),
    )
    metrics.push(atMost(`${name} page, cached: 99th percentile`, p99Of(ours), p99Of(limit), 3, 'ms'))
    if (nginx)
      metrics.push({
        ...atLeast(
          `${name} page, cached, against nginx`,
          requestsPerSecond(ours),
          requestsPerSecond(best),
          0,
          'pages/s',
        ),
        wanted: '',
      })
  }
  await rm(folder, { recursive: true })
  return metrics
}

async function readCompressed(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const [answer] = await once(get(url, { headers: { 'accept-encoding': 'br' } }), 'response')
  // Node adds these headers itself.
  const { date, connection, 'keep-alive': _, ...headers } = answer.headers
  return { headers, body: await buffer(answer) }
}

/** Sends the same headers too: the content security policy alone is a kilobyte. */
async function openPlain(file: string, headers: Record<string, string>): Promise<{ url: string; close(): void }> {
  const server = fork(new URL('./processes/plain-server.mjs', import.meta.url), [file, JSON.stringify(headers)])
  const [port] = await once(server, 'message')
  return { url: `http://127.0.0.1:${port}/`, close: () => server.disconnect() }
}

function requestsPerSecond(loads: Load[]): number {
  return median(loads.map(({ perSecond }) => perSecond))
}

function p99Of(loads: Load[]): number {
  return median(loads.map(({ p99 }) => p99))
}

function kilobytes(body: Buffer): string {
  return `${(body.byteLength / 1024).toFixed(1)} KB`
}
