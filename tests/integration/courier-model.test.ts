import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  COMMIT_FAULTS,
  openCourierModel,
  REQUEST_FAULTS,
  type Schedule,
  type Step,
  type Without,
} from '#tests/support/courier/courier-model.ts'
import { rounds } from '#tests/support/rounds.ts'

/** Each has a database of its own. */
const LANES = 2
const SCHEDULES = rounds({ few: 16, all: 500 })
/** At most; the first that fails ends it. The seed is of schedules among which one soon does. */
const SCHEDULES_WITHOUT = 500
const SEED_WITHOUT = 2
/** Set it for a longer run after changes to booking. */
const SECONDS = Number(process.env.GAMLA_MODEL_SECONDS ?? 0)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ do: 'work' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('time' as const),
      seconds: fc.constantFrom(10, 50, 70, 130, 200, 310, 400),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'wake' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'arrive' }) },
)
const workers = fc
  .integer({ min: 1, max: 3 })
  .map((count) => Array.from({ length: count }, () => ({ do: 'work' }) as Step))
const batch = fc.oneof({ weight: 1, arbitrary: workers }, { weight: 2, arbitrary: step.map((one) => [one]) })
const faults = (kinds: readonly string[], maxLength: number) =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(kinds.length - 1)), { maxLength })
const schedule: fc.Arbitrary<Schedule> = fc.record({
  batches: fc.array(batch, { minLength: 2, maxLength: 8 }),
  requests: faults(REQUEST_FAULTS, 20),
  commits: faults(COMMIT_FAULTS, 20),
})

async function check(options: fc.Parameters<[Schedule]>, without?: Without) {
  const model = await openCourierModel(without && { without })
  try {
    return await fc.check(
      fc.asyncProperty(schedule, async (one) => assert.deepEqual(await model.run(one), [])),
      options,
    )
  } finally {
    await model.close()
  }
}

test('with lost answers, kills, frozen processes and several instances a parcel is booked once and gets one AWB', {
  timeout: SECONDS * 4000 + 110_000,
}, async (t) => {
  const limits = SECONDS
    ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
    : { numRuns: SCHEDULES / LANES }
  // The short run has the same schedules every time; the long one looks for new ones.
  const seedOf = (lane: number) => (SECONDS ? {} : { seed: lane + 1 })
  const lanes = Array.from({ length: LANES }, (_, lane) => check({ ...limits, ...seedOf(lane) }))
  const reports = await Promise.all(lanes)
  for (const report of reports)
    if (report.failed) throw new Error(await fc.asyncDefaultReportMessage(report), { cause: report.errorInstance })
  t.diagnostic(`${reports.reduce((sum, { numRuns }) => sum + numRuns, 0)} schedules`)
})

for (const without of ['lookup', 'grace'] as const) {
  test(`without its ${without} a parcel would be booked twice, and this test would say so`, async () => {
    const report = await check({ numRuns: SCHEDULES_WITHOUT, endOnFailure: true, seed: SEED_WITHOUT }, without)
    assert.equal(report.failed, true)
    assert.match(String(report.errorInstance), /parcels at the courier|booking/)
  })
}
