import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideLogin, endOfFailures, type LoginFailures, withoutNetwork } from './login-throttle.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Tries again as soon as it may, from each network after the other. @returns how many passwords were checked */
function attack(
  networks: number,
  hours: number,
  { everyMs = 1000, from }: { everyMs?: number; from?: LoginFailures } = {},
) {
  let failures = from
  let [tries, longestWaitMs] = [0, 0]
  const start = failures?.atMs ?? 0
  const reached: number[] = []
  for (let nowMs = start; nowMs < start + hours * HOUR; nowMs += everyMs) {
    const decision = decideLogin(failures, { network: `network ${tries % networks}`, nowMs })
    if (!decision.ok) longestWaitMs = Math.max(longestWaitMs, decision.waitMs)
    else {
      failures = decision.next
      tries += 1
      if (decision.isReached) reached.push(nowMs)
    }
  }
  return { failures: failures as LoginFailures, tries, longestWaitMs, reached }
}

test('one network alone never slows an account down for other networks', () => {
  for (const networks of [1, 2, 3]) {
    const { failures, longestWaitMs, reached } = attack(networks, 24, { everyMs: 90_000 / networks })
    assert.deepEqual([longestWaitMs, reached], [0, []], `${networks} networks`)
    const owner = decideLogin(failures, { network: 'at home', nowMs: 24 * HOUR })
    assert.equal(owner.ok, true)
  }
})

test('many networks together are slowed down to what one could do before', () => {
  const { failures, tries, longestWaitMs } = attack(1000, 24)
  // Ten in a quarter of an hour were 960 in a day.
  assert.ok(tries > 600 && tries < 900, `${tries} tries in a day`)
  assert.ok(longestWaitMs <= 2 * MINUTE, `${longestWaitMs} ms`)
  assert.ok(Object.keys(failures.networks).length <= 200)
  // It is over soon after they have gone.
  const end = endOfFailures(failures)
  assert.ok(end - failures.atMs <= 3 * HOUR)
  assert.deepEqual(
    decideLogin(failures, { network: 'at home', nowMs: end }),
    decideLogin(undefined, { network: 'at home', nowMs: end }),
  )
})

test('the pauses grow slowly', () => {
  let failures: LoginFailures | undefined
  const pauses: number[] = []
  let nowMs = 0
  for (let attempt = 0; attempt < 70; attempt += 1) {
    const decision = decideLogin(failures, { network: `network ${attempt}`, nowMs })
    assert.ok(decision.ok)
    failures = decision.next
    pauses.push(failures.pausedUntilMs - nowMs)
    nowMs = failures.pausedUntilMs
  }
  assert.deepEqual(pauses.slice(0, 30), Array(30).fill(0))
  assert.ok((pauses[30] ?? 0) > 0 && (pauses[30] ?? 0) <= 4000)
  for (const [index, pause] of pauses.entries()) assert.ok(pause <= 120_000 && pause >= (pauses[index - 1] ?? 0) - 4000)
})

test('a rejected attempt does not count, and says how long to wait', () => {
  const failures = { level: 40, atMs: 0, pausedUntilMs: 40_000, networks: { a: 10, b: 10, c: 10, d: 10 } }
  assert.deepEqual(decideLogin(failures, { network: 'e', nowMs: 15_000 }), { ok: false, waitMs: 25_000 })
})

test('exhausting the free failures is reported once', () => {
  const { reached } = attack(1000, 1)
  assert.equal(reached.length, 1)
})

test('a successful login forgets the failures of its own network only', () => {
  const failures = { level: 35, atMs: 0, pausedUntilMs: 20_000, networks: { home: 5, 'a stranger': 40 } }
  assert.deepEqual(withoutNetwork(failures, 'home', 0), {
    level: 30,
    atMs: 0,
    pausedUntilMs: 0,
    networks: { 'a stranger': 40 },
  })
})

test('the factor multiplies the free failures', () => {
  const failures = { level: 59, atMs: 0, pausedUntilMs: 0, networks: {} }
  const decision = decideLogin(failures, { network: 'a', nowMs: 0, factor: 2 })
  assert.ok(decision.ok && decision.next.pausedUntilMs === 0 && !decision.isReached)
})
