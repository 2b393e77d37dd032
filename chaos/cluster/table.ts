import { FLOWING_SECONDS, type Outcome, type Report } from './rounds.ts'

/** Prints what happened. @returns whether every promise was kept */
export function tell({ outcomes, refusals, identical, acknowledged }: Report): boolean {
  console.table(outcomes.map(rowOf))
  const problems = [
    ...outcomes.flatMap(problemsOf),
    ...[...new Set(refusals)].map((why) => `a shopper was refused: ${why}`),
    ...(identical ? [] : ['the three machines do not hold the same orders']),
  ]
  for (const problem of problems) console.log(`FAILED: ${problem}`)
  const count = (what: 'lost' | 'doubled') => outcomes.reduce((sum, outcome) => sum + outcome[what].length, 0)
  console.log(
    `${acknowledged} orders acknowledged, ${count('lost')} lost, ${count('doubled')} doubled; ` +
      `all three machines hold the same orders: ${identical ? 'yes' : 'no'}`,
  )
  return problems.length === 0
}

function rowOf(outcome: Outcome) {
  const { fault, from, to, silence, flowing, seen, healed, unclear, acknowledged, lost, doubled, visits } = outcome
  return {
    fault,
    primary: `${from} → ${to}`,
    'silence s': round(silence),
    'orders after s': round(flowing),
    'seen after s': round(seen),
    'healed in s': round(healed),
    acknowledged,
    unclear,
    lost: lost.length,
    doubled: doubled.length,
    'pages failed': visits.failures.length,
    'slowest page ms': visits.slowestMs,
  }
}

const round = (seconds: number) => Math.round(seconds * 10) / 10

function problemsOf({ fault, from, flowing, seen, lost, doubled, broken, visits }: Outcome): string[] {
  const told = [
    lost.length > 0 && `lost orders ${lost.join(', ')}`,
    doubled.length > 0 && `doubled orders ${doubled.join(', ')}`,
    broken.length > 0 && `orders without all of their lines ${broken.join(', ')}`,
    flowing > FLOWING_SECONDS && `orders flowed again only after ${round(flowing)} s`,
    seen > FLOWING_SECONDS + 2 && `open pages showed an order only after ${round(seen)} s`,
    visits.failures.length > 0 && `public pages failed: ${[...new Set(visits.failures)].join(', ')}`,
  ]
  return told.filter((it) => it !== false).map((it) => `${fault} of ${from}: ${it}`)
}
