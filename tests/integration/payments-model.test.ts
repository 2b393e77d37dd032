import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { FAULTS, type Model, openModel, type Schedule, type Step } from '#tests/support/payments/payments-model.ts'
import { rounds } from '#tests/support/rounds.ts'

/** Each has a database of its own. */
const LANES = 2
/** Per lane. */
const SCHEDULES = rounds({ few: 6, all: 200 })
/** Set it for a longer run after changes to payments. */
const SECONDS = Number(process.env.GAMLA_MODEL_SECONDS ?? 0)

const small = fc.nat(9)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('open' as const), cart: fc.nat(5) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      widget: small,
      how: fc.constantFrom('well', 'well', 'well', 'held', 'refused', 'again', 'too-little', 'in-dollars'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('report' as const), payment: small, forged: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('webhooks' as const), pick: fc.nat(31), isHeard: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('jobs' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reconcile' as const), every: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('capture' as const, 'let-go' as const, 'refund-at-desk' as const),
      payment: small,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund-part-at-desk' as const),
      payment: small,
      amount: fc.constantFrom(10_000, 20_050, 49_500),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('take-back' as const),
      order: small,
      isGood: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund-asked' as const),
      order: small,
      amount: fc.constantFrom(100, 10_000, 20_050, 49_500),
      isTwice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cash' as const), cart: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'sell' as const,
        'restock' as const,
        'let-holds-end' as const,
        'reprice' as const,
        'cut' as const,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel', 'cancel', 'approve', 'approve', 'deliver', 'delete', 'pay-instead', 'pay-instead'),
      order: small,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('finish-refund' as const), refund: small, isGood: fc.boolean() }),
  },
)
const paying = (how: 'well' | 'held'): Step[][] => [
  [{ do: 'open', cart: 0 }],
  [{ do: 'pay', widget: 0, how }],
  [{ do: 'report', payment: 0, forged: false }],
]
/** A cash order for which somebody has just paid online; what comes next decides whether it is too late. */
const payingInstead: Step[][] = [
  [{ do: 'cash', cart: 0 }],
  [{ do: 'pay-instead', order: 0 }],
  [{ do: 'pay', widget: 0, how: 'well' }],
]
/** Most schedules begin with a paid or a pending order, or one paid instead of in cash, which random steps rarely reach. */
const beginning = fc.constantFrom<Step[][]>([], [], paying('well'), paying('held'), payingInstead)
const schedule: fc.Arbitrary<Schedule> = fc.record({
  batches: fc
    .tuple(beginning, fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 10 }))
    .map(([first, rest]) => [...first, ...rest]),
  faults: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(FAULTS.length - 1)), { maxLength: 60 }),
})

const models: Model[] = []
after(() => Promise.all(models.map((model) => model.close())))

test('whatever happens in whichever order, money is an order or goes back, and free + held + sold = stocked', {
  // Two hundred schedules take long where cores are slow and shared.
  timeout: SECONDS * 4000 + rounds({ few: 110_000, all: 400_000 }),
}, async (t) => {
  const lanes = await Promise.allSettled(
    Array.from({ length: LANES }, async (_, lane) => {
      // In half of them the pots are counted, and there are too few for everybody.
      const model = await openModel({ isCounted: lane % 2 === 1 })
      models.push(model)
      const property = fc.asyncProperty(schedule, async (one) => assert.deepEqual(await model.run(one), []))
      const limits = SECONDS
        ? { numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, markInterruptAsFailure: false }
        : { numRuns: SCHEDULES }
      const report = await fc.check(property, limits)
      if (report.failed) throw new Error(await fc.asyncDefaultReportMessage(report), { cause: report.errorInstance })
      return report.numRuns
    }),
  )
  const broken = lanes.find((lane) => lane.status === 'rejected')
  if (broken) throw broken.reason
  const count = lanes.reduce((sum, lane) => sum + (lane.status === 'fulfilled' ? lane.value : 0), 0)
  t.diagnostic(`${count} schedules`)
  assert.ok(count >= LANES, `only ${count} schedules were tried`)
})
