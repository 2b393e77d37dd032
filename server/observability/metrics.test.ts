import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics, joinFamilies, writeFamilies } from './metrics.ts'

test('requests are counted by kind, method and status, and their times fall into buckets', () => {
  const metrics = createMetrics()
  metrics.observe('page', 'GET', 200, 0.004)
  metrics.observe('page', 'GET', 200, 0.2)
  metrics.observe('form', 'POST', 429, 20)
  metrics.countCacheHit()
  const text = writeFamilies(metrics.read())
  assert.match(text, /^gamla_requests_total\{kind="page",method="GET",status="200"\} 2$/m)
  assert.match(text, /^gamla_requests_total\{kind="form",method="POST",status="429"\} 1$/m)
  assert.match(text, /^gamla_request_seconds_bucket\{kind="page",le="0.005"\} 1$/m)
  assert.match(text, /^gamla_request_seconds_bucket\{kind="page",le="0.25"\} 2$/m)
  assert.match(text, /^gamla_request_seconds_bucket\{kind="form",le="10"\} 0$/m)
  assert.match(text, /^gamla_request_seconds_bucket\{kind="form",le="\+Inf"\} 1$/m)
  assert.match(text, /^gamla_request_seconds_count\{kind="page"\} 2$/m)
  assert.match(text, /^gamla_kept_pages_total 1$/m)
})

test('every line is one that Prometheus can read', () => {
  const metrics = createMetrics()
  metrics.openLive()
  metrics.observe('page', 'GET', 200, 0.1)
  for (const line of writeFamilies(metrics.read()).trimEnd().split('\n'))
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/)
})

test('of several processes each has lines of its own, under one headline', () => {
  const metrics = createMetrics()
  metrics.countCacheHit()
  const said = [1, 2].map((worker) => ({ worker, value: metrics.read() }))
  const text = writeFamilies(joinFamilies(said))
  assert.match(text, /^gamla_kept_pages_total\{worker="1"\} 1\ngamla_kept_pages_total\{worker="2"\} 1$/m)
  assert.equal(text.match(/# TYPE gamla_kept_pages_total/g)?.length, 1)
})
