import type { Databases } from './databases.ts'
import {
  bringTogether,
  DATABASES,
  type DatabaseMachine,
  kill,
  listProcesses,
  plugIn,
  separate,
  unplug,
} from './network.ts'

export const FAULTS = ['cut', 'kill', 'apart'] as const
export type Fault = (typeof FAULTS)[number]

type Ways = {
  happens: string
  strike(primary: DatabaseMachine): Promise<void>
  heal(primary: DatabaseMachine): Promise<void>
}

/** What befalls the primary, and how it is healed. */
export function describeFaults(databases: Databases): Record<Fault, Ways> {
  const othersOf = (primary: DatabaseMachine) => DATABASES.filter((name) => name !== primary)
  return {
    cut: { happens: 'the primary is cut off from the network', strike: unplug, heal: plugIn },
    kill: {
      happens: 'PostgreSQL and Patroni are killed (-9) on the primary',
      async strike(primary) {
        const doomed = (await listProcesses(primary)).filter(({ name }) => /^(postgres|patroni)/.test(name))
        if (doomed.length < 3) throw new Error(`There is not much to kill on ${primary}: ${JSON.stringify(doomed)}`)
        // The guard first, else it might see its server die and act.
        doomed.sort((a, b) => Number(b.name.startsWith('patroni')) - Number(a.name.startsWith('patroni')))
        for (const { pid } of doomed) kill(pid)
      },
      heal: databases.startPatroni,
    },
    apart: {
      happens: 'the primary loses sight of the other two, and the shops still see it',
      strike: (primary) => separate(primary, othersOf(primary)),
      heal: (primary) => bringTogether(primary, othersOf(primary)),
    },
  }
}
