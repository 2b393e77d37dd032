import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, writeGauges, writeProcessMetrics } from './metrics.ts'

const write = async (metrics: ReturnType<typeof createMetrics>) =>
  writeProcessMetrics([{ value: await metrics.read() }])

test('requests are counted by kind, method and status, and their times fall into buckets', async () => {
  const metrics = createMetrics()
  metrics.observe('page', 'GET', 200, 0.004)
  metrics.observe('page', 'GET', 200, 0.2)
  metrics.observe('form', 'POST', 429, 20)
  metrics.countCacheHit()
  const text = await write(metrics)
  assert.match(text, /^gamla_http_requests_total\{kind="page",method="GET",status="200"\} 2$/m)
  assert.match(text, /^gamla_http_requests_total\{kind="form",method="POST",status="429"\} 1$/m)
  const buckets = Array.from(
    text.matchAll(/^gamla_http_request_duration_seconds_bucket\{le="(.+)",kind="(\w+)"\} (\d+)$/gm),
    ([, most, kind, count]) => `${kind} ${most} ${count}`,
  )
  for (const bucket of ['page 0.005 1', 'page 0.25 2', 'form 10 0', 'form +Inf 1'])
    assert.ok(buckets.includes(bucket), bucket)
  assert.match(text, /^gamla_http_request_duration_seconds_count\{kind="page"\} 2$/m)
  assert.match(text, /^gamla_page_cache_hits_total 1$/m)
})

test('every line is one that Prometheus can read', async () => {
  const metrics = createMetrics()
  metrics.openLive()
  metrics.observe('page', 'GET', 200, 0.1)
  const gauges = await writeGauges([
    { name: 'gamla_jobs', help: 'Jobs.', labelNames: ['state'], rows: [{ state: 'given up', value: 1 }] },
  ])
  assert.match(gauges, /^gamla_jobs\{state="given up"\} 1$/m)
  const [line, ...others] = gauges
    .trim()
    .split('\n')
    .concat((await write(metrics)).split('\n'))
    .filter(Boolean)
  for (const each of [line, ...others])
    assert.match(each ?? '', /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/)
})

test('event loop delay, garbage collection, memory and descriptors of Node are among them', async () => {
  const text = await write(createMetrics())
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_uptime_seconds',
    'process_start_time_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_gc_duration_seconds',
    ...(process.platform === 'linux' ? ['process_open_fds'] : []),
  ])
    assert.match(text, new RegExp(`^# TYPE ${name} `, 'm'))
})

test('each worker has series of its own, under one headline, also after its figures went from process to process', async () => {
  const metrics = createMetrics()
  metrics.countCacheHit()
  const value = JSON.parse(JSON.stringify(await metrics.read()))
  const text = await writeProcessMetrics([1, 2].map((worker) => ({ worker, value })))
  assert.match(text, /^gamla_page_cache_hits_total\{worker="1"\} 1\ngamla_page_cache_hits_total\{worker="2"\} 1$/m)
  assert.equal(text.match(/# TYPE gamla_page_cache_hits_total/g)?.length, 1)
  assert.doesNotMatch(text, / (null|NaN|Nan|undefined)$/m)
})
