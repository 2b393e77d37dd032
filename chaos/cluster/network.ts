import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { run } from './commands.ts'

/** From the range reserved for benchmarks (RFC 2544), so that it collides with no real network. */
const LAN = '198.18.77'
const BRIDGE = 'gamla-lan'

/** The machines: a network namespace each, connected to one bridge. */
const LAST_BYTE = { db1: 11, db2: 12, db3: 13, shop1: 21, shop2: 22 }
export type Machine = keyof typeof LAST_BYTE
export const DATABASES = ['db1', 'db2', 'db3'] as const satisfies Machine[]
export const SHOPS = ['shop1', 'shop2'] as const satisfies Machine[]
export type DatabaseMachine = (typeof DATABASES)[number]
export type ShopMachine = (typeof SHOPS)[number]

/** This script's own address on the bridge. */
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

/** Removes namespaces, links and processes, also those that a killed run left behind. */
export async function closeNetwork(): Promise<void> {
  const present = await run('ip', ['netns', 'list'])
  for (const machine of machines.filter((name) => present.includes(namespaceOf(name)))) {
    for (const { pid } of await listProcesses(machine)) kill(pid)
    await run('ip', ['netns', 'delete', namespaceOf(machine)])
  }
  // A namespace disappears only with its last process, so links are removed separately.
  for (const link of [...machines.map(cableOf), BRIDGE]) await run('ip', ['link', 'delete', link]).catch(() => {})
}

/** Packets are dropped without any notification to either side. */
export async function disconnect(machine: Machine): Promise<void> {
  await run('ip', ['link', 'set', cableOf(machine), 'down'])
}

export async function reconnect(machine: Machine): Promise<void> {
  await run('ip', ['link', 'set', cableOf(machine), 'up'])
}

/** Cuts the machine off from `others` only; everyone else still reaches it. */
export async function partition(machine: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) await route(machine, 'add', other)
}

export async function rejoin(machine: Machine, others: readonly Machine[]): Promise<void> {
  for (const other of others) await route(machine, 'delete', other)
}

async function route(machine: Machine, action: 'add' | 'delete', other: Machine): Promise<void> {
  await run('ip', ['-n', namespaceOf(machine), 'route', action, 'blackhole', `${addressOf(other)}/32`])
}

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
    // It has already exited.
  }
}

type Start = { machine: Machine; user?: string; command: string[]; env?: NodeJS.ProcessEnv; log: string; cwd?: string }

/** Starts a program on a machine, with its output in `log`. */
export function start({ machine, user, command, env, log, cwd }: Start): ChildProcess {
  const asUser = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
  const out = openSync(log, 'a')
  const args = ['netns', 'exec', namespaceOf(machine), ...asUser, ...command]
  // Its own process group, so that Ctrl-C reaches only this script, which then cleans up.
  return spawn('ip', args, { stdio: ['ignore', out, out], detached: true, env, cwd })
}
