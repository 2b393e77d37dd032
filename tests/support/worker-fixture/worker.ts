// A worker like the shop's, with routes that throw.
import { existsSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { withRequestMetrics } from '#server/http/request-metrics.ts'
import { createMetrics } from '#server/observability/metrics.ts'
import { runWorker } from '#server/runtime/worker-lifecycle.ts'

const ways: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/pid': (_, response) => response.end(String(process.pid)),
  '/slow': (_, response) => setTimeout(() => response.end(String(process.pid)), 1000),
  '/at-once': () => fail(),
  '/stream': () => Readable.from(['a chunk']).on('data', fail),
  '/promise': async () => {
    await sleep(1)
    fail()
  },
  '/half': (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('half')
    setTimeout(fail, 20)
  },
  // Node emits this outside of any request.
  '/unknown': (request) => request.resume().on('end', fail),
}

function fail(): never {
  throw new Error('Nothing catches this')
}

const listener: RequestListener = (request, response) => {
  const way = ways[request.url ?? '']
  if (way) way(request, response)
  else response.writeHead(404).end()
}

runWorker(async ({ config }) => {
  if (existsSync(join(config.dataDir, 'broken'))) throw new Error('This one cannot open')
  return {
    isNew: false,
    hasAdmin: true,
    shopName: 'Gamla',
    listener: withRequestMetrics({ config, metrics: createMetrics() }, listener),
    https: false,
    startJobs() {},
    close: (door, timeoutMs) => door.close(timeoutMs),
  }
})
