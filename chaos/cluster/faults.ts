import type { Databases } from './databases.ts'
import {
  DATABASES,
  type DatabaseMachine,
  disconnect,
  kill,
  listProcesses,
  partition,
  reconnect,
  rejoin,
} from './network.ts'

export const FAULTS = ['disconnect', 'kill', 'partition'] as const
export type Fault = (typeof FAULTS)[number]

type FaultInjection = {
  description: string
  inject(primary: DatabaseMachine): Promise<void>
  heal(primary: DatabaseMachine): Promise<void>
}

/** How each fault is injected into the primary, and how it is healed. */
export function describeFaults(databases: Databases): Record<Fault, FaultInjection> {
  const othersOf = (primary: DatabaseMachine) => DATABASES.filter((name) => name !== primary)
  return {
    disconnect: { description: 'the primary is disconnected from the network', inject: disconnect, heal: reconnect },
    kill: {
      description: 'PostgreSQL and Patroni are killed (kill -9) on the primary',
      async inject(primary) {
        const doomed = (await listProcesses(primary)).filter(({ name }) => /^(postgres|patroni)/.test(name))
        if (doomed.length < 3)
          throw new Error(`Expected PostgreSQL and Patroni on ${primary}, found ${JSON.stringify(doomed)}`)
        // Patroni first: otherwise it would notice that PostgreSQL died and restart it.
        doomed.sort((a, b) => Number(b.name.startsWith('patroni')) - Number(a.name.startsWith('patroni')))
        for (const { pid } of doomed) kill(pid)
      },
      heal: databases.startPatroni,
    },
    partition: {
      description: 'the primary is partitioned from the standbys but still reachable for the shops',
      inject: (primary) => partition(primary, othersOf(primary)),
      heal: (primary) => rejoin(primary, othersOf(primary)),
    },
  }
}
