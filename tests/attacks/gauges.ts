// What the processes of a shop hold open, as the machine sees it: a request that leaves something behind shows here.
import { readdir, readFile, readlink } from 'node:fs/promises'

export type ShopProcess = { pid: number; command: string; startedAt: string; descriptors: number; memoryMb: number }

export type Gauges = {
  processes: ShopProcess[]
  /** Connections of browsers that the shop has not closed. */
  connections: number
  /** Other TCP connections, such as those to the sandbox. */
  otherTcp: number
  files: number
  sockets: number
  pipes: number
  memoryMb: number
}

/** How far above the first reading each may stay for good: pools, caches and what is read at the first use. */
const TOLERATED = {
  connections: 0,
  otherTcp: 6,
  files: 4,
  sockets: 24,
  pipes: 4,
  memoryMb: 250,
} as const satisfies Partial<Record<keyof Gauges, number>>
/** Connections to the sandbox are kept for the next request, for some seconds. */
const TOLERATED_AT_FIRST = { ...TOLERATED, otherTcp: 300, sockets: 324 }

/** A process for pictures may end when it has nothing to do. */
const COMES_AND_GOES = /images\/|picture|decode/

/** @param port of the shop, by which connections are told apart */
export async function readGauges(pid: number, port: number): Promise<Gauges> {
  const processes = await listProcesses(pid)
  const tcp = await readConnections()
  const gauges = { processes, connections: 0, otherTcp: 0, files: 0, sockets: 0, pipes: 0, memoryMb: 0 }
  for (const process of processes) {
    const targets = await listDescriptors(process.pid)
    process.descriptors = targets.length
    process.memoryMb = await readMemory(process.pid)
    gauges.memoryMb += process.memoryMb
    for (const target of targets) {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      const localPort = tcp.get(inode ?? '')
      if (inode) gauges.sockets += 1
      else if (target.startsWith('/')) gauges.files += 1
      else gauges.pipes += 1
      if (localPort === port) gauges.connections += 1
      else if (localPort !== undefined) gauges.otherTcp += 1
    }
  }
  return gauges
}

/**
 * @param isLast what is kept for the next request is over, too
 * @returns what is worse than it was, a sentence each
 */
export function listWorse(before: Gauges, now: Gauges, isLast: boolean): string[] {
  const gone = before.processes.filter(
    ({ pid, startedAt, command }) =>
      !COMES_AND_GOES.test(command) &&
      !now.processes.some((process) => process.pid === pid && process.startedAt === startedAt),
  )
  return [
    ...gone.map(({ pid, command }) => `process ${pid} has ended (${command})`),
    ...Object.entries(isLast ? TOLERATED : TOLERATED_AT_FIRST).flatMap(([name, more]) => {
      const [was, is] = [before[name as keyof typeof TOLERATED], now[name as keyof typeof TOLERATED]]
      return is > was + more ? [`${name}: ${Math.round(is)}, and ${Math.round(was)} before`] : []
    }),
  ]
}

/** A line for each process. */
export function describeGauges({ processes }: Gauges): string[] {
  return processes.map(({ pid, command, descriptors, memoryMb }) => {
    const script = /[\w-]+\/[\w-]+\.\w+$/.exec(command)?.[0] ?? command
    return `${script} (${pid}): ${descriptors} descriptors, ${Math.round(memoryMb)} MB`
  })
}

/** This process and all below it that are ours: PostgreSQL counts its own. */
async function listProcesses(root: number): Promise<ShopProcess[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(names.map(readProcess))
  const found: ShopProcess[] = []
  const queue = [root]
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    const process = all.find((one) => one?.pid === pid)
    if (!process || /postgres/.test(process.command)) continue
    found.push(process)
    queue.push(...all.flatMap((one) => (one?.parent === pid ? [one.pid] : [])))
  }
  return found
}

async function readProcess(name: string): Promise<(ShopProcess & { parent: number }) | undefined> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8')
    // The second field, the name in brackets, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    const [parent, startedAt = ''] = [Number(fields[1]), fields[19]]
    return { pid: Number(name), parent, startedAt, command, descriptors: 0, memoryMb: 0 }
  } catch {
    return undefined
  }
}

async function listDescriptors(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => [])
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return targets.filter((target) => target !== '')
}

/** The local port of every TCP connection on this machine, by the socket's inode; those that only listen are left out. */
async function readConnections(): Promise<Map<string, number>> {
  const ports = new Map<string, number>()
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readFile(table, 'utf8').catch(() => '')).split('\n').slice(1)
    for (const line of lines) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (inode && state !== '0A') ports.set(inode, Number.parseInt(local.split(':')[1] ?? '', 16))
    }
  }
  return ports
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}
