import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { run } from './commands.ts'

/** A range that is set aside for measuring networks, so that it is nobody's. */
const LAN = '198.18.77'
const BRIDGE = 'gamla-lan'

/** The machines, each a network namespace with one cable to a switch. */
const LAST_BYTE = { db1: 11, db2: 12, db3: 13, shop1: 21, shop2: 22 }
export type Machine = keyof typeof LAST_BYTE
export const DATABASES = ['db1', 'db2', 'db3'] as const satisfies Machine[]
export const SHOPS = ['shop1', 'shop2'] as const satisfies Machine[]
export type DatabaseMachine = (typeof DATABASES)[number]
export type ShopMachine = (typeof SHOPS)[number]

/** This script's own address on the switch. */
export const OBSERVER = `${LAN}.1`
export const LAN_RANGE = `${LAN}.0/24`
export const addressOf = (machine: Machine) => `${LAN}.${LAST_BYTE[machine]}`

const machines = Object.keys(LAST_BYTE) as Machine[]
const namespaceOf = (machine: Machine) => `gamla-${machine}`
const cableOf = (machine: Machine) => `gamla-${machine}`

export async function openNetwork(): Promise<void> {
  await closeNetwork()
  await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge'])
  await run('ip', ['address', 'add', `${OBSERVER}/24`, 'dev', BRIDGE])
  await run('ip', ['link', 'set', BRIDGE, 'up'])
  for (const machine of machines) {
    const [namespace, cable] = [namespaceOf(machine), cableOf(machine)]
    await run('ip', ['netns', 'add', namespace])
    await run('ip', ['link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
    await run('ip', ['link', 'set', cable, 'master', BRIDGE, 'up'])
    await run('ip', ['-n', namespace, 'address', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0'])
    await run('ip', ['-n', namespace, 'link', 'set', 'eth0', 'up'])
    await run('ip', ['-n', namespace, 'link', 'set', 'lo', 'up'])
  }
}

/** Takes everything away, whatever there is of it; also what a run left behind that was killed. */
export async function closeNetwork(): Promise<void> {
  const present = await run('ip', ['netns', 'list'])
  for (const machine of machines.filter((name) => present.includes(namespaceOf(name)))) {
    for (const { pid } of await listProcesses(machine)) kill(pid)
    await run('ip', ['netns', 'delete', namespaceOf(machine)])
  }
  // A namespace goes only when its last process has; its cable need not wait.
  for (const link of [...machines.map(cableOf), BRIDGE]) await run('ip', ['link', 'delete', link]).catch(() => {})
}

/** The cable is pulled at the switch: nobody is told, packets just stop. */
export async function unplug(machine: Machine): Promise<void> {
  await run('ip', ['link', 'set', cableOf(machine), 'down'])
}

export async function plugIn(machine: Machine): Promise<void> {
  await run('ip', ['link', 'set', cableOf(machine), 'up'])
}

/** It no longer reaches those, while everybody else still reaches it. */
export async function separate(machine: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) await route(machine, 'add', other)
}

export async function bringTogether(machine: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) await route(machine, 'delete', other)
}

async function route(machine: Machine, action: 'add' | 'delete', other: Machine): Promise<void> {
  await run('ip', ['-n', namespaceOf(machine), 'route', action, 'blackhole', `${addressOf(other)}/32`])
}

/** Everything that runs on this machine. */
export async function listProcesses(machine: Machine): Promise<{ pid: number; name: string }[]> {
  const pids = (await run('ip', ['netns', 'pids', namespaceOf(machine)])).split('\n').filter(Boolean)
  if (pids.length === 0) return []
  const list = await run('ps', ['-o', 'pid=,comm=', '-p', pids.join(',')]).catch(() => '')
  return list
    .split('\n')
    .map((line) => /^\s*(\d+) (.+)$/.exec(line))
    .flatMap((found) => (found ? [{ pid: Number(found[1]), name: found[2] ?? '' }] : []))
}

export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

type Start = { machine: Machine; user?: string; command: string[]; env?: NodeJS.ProcessEnv; log: string; cwd?: string }

/** A program on one of the machines; what it says goes to a file. */
export function start({ machine, user, command, env, log, cwd }: Start): ChildProcess {
  const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const out = openSync(log, 'a')
  const args = ['netns', 'exec', namespaceOf(machine), ...asUser, ...command]
  // Of its own process group, so that Ctrl-C is ours to act on.
  return spawn('ip', args, { stdio: ['ignore', out, out], detached: true, env, cwd })
}
