import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from './metrics.ts'

test('requests are counted by kind, method and status, and their times fall into buckets', () => {
  const metrics = createMetrics()
  metrics.observe('page', 'GET', 200, 0.004)
  metrics.observe('page', 'GET', 200, 0.2)
  metrics.observe('form', 'POST', 429, 20)
  metrics.countKept()
  const text = metrics.write()
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
  for (const line of metrics.write().trimEnd().split('\n'))
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/)
})
