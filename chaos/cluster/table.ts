import { type Outcome, RECOVERY_SECONDS, type Report } from './rounds.ts'

/** Prints the results. @returns true when every promise was kept */
export function printReport({ outcomes, refusals, identical, acknowledged }: Report): boolean {
  console.table(outcomes.map(rowOf))
  const problems = [
    ...outcomes.flatMap(problemsOf),
    ...[...new Set(refusals)].map((why) => `a shopper was refused: ${why}`),
    ...(identical ? [] : ['the three machines do not hold the same orders']),
  ]
  for (const problem of problems) console.log(`FAILED: ${problem}`)
  const count = (what: 'lost' | 'duplicated') => outcomes.reduce((sum, outcome) => sum + outcome[what].length, 0)
  console.log(
    `${acknowledged} orders acknowledged, ${count('lost')} lost, ${count('duplicated')} duplicated; ` +
      `all three machines hold the same orders: ${identical ? 'yes' : 'no'}`,
  )
  return problems.length === 0
}

function rowOf(outcome: Outcome) {
  const { fault, from, to, outage, resumed, shown, healed, unclear, acknowledged, lost, duplicated, visits } = outcome
  return {
    fault,
    primary: `${from} → ${to}`,
    'outage s': round(outage),
    'orders after s': round(resumed),
    'shown after s': round(shown),
    'healed after s': round(healed),
    acknowledged,
    unclear,
    lost: lost.length,
    duplicated: duplicated.length,
    'pages failed': visits.failures.length,
    'slowest page ms': visits.slowestMs,
  }
}

const round = (seconds: number) => Math.round(seconds * 10) / 10

function problemsOf({ fault, from, resumed, shown, lost, duplicated, broken, visits }: Outcome): string[] {
  const told = [
    lost.length > 0 && `lost orders ${lost.join(', ')}`,
    duplicated.length > 0 && `duplicated orders ${duplicated.join(', ')}`,
    broken.length > 0 && `orders with missing lines ${broken.join(', ')}`,
    resumed > RECOVERY_SECONDS && `orders resumed only after ${round(resumed)} s`,
    shown > RECOVERY_SECONDS + 2 && `open pages showed an order only after ${round(shown)} s`,
    visits.failures.length > 0 && `public pages failed: ${[...new Set(visits.failures)].join(', ')}`,
  ]
  return told.filter((it) => it !== false).map((it) => `${fault} of ${from}: ${it}`)
}
