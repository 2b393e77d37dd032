// Counts the resources that a shop's processes hold, so that a request which leaks one is noticed.
import { readdir, readFile, readlink } from 'node:fs/promises'
import { listChildren } from '#tests/support/process.ts'

export type ShopProcess = { pid: number; command: string; startedAt: string } & Counts

type Counts = {
  /** Connections of browsers that the shop has not closed. */
  connections: number
  /** Other TCP connections, such as those to the sandbox. */
  otherTcp: number
  files: number
  sockets: number
  pipes: number
  memoryMb: number
}

/** The permanent growth that is allowed, for pools, caches and lazy initialisation. */
const TOLERATED = {
  connections: 0,
  otherTcp: 6,
  files: 4,
  sockets: 24,
  pipes: 4,
  memoryMb: 400,
} as const satisfies Counts
/** Connections to the sandbox stay open for some seconds. */
const TOLERATED_AT_FIRST = { ...TOLERATED, otherTcp: 300, sockets: 324 }

/** The image decoder's process runs only when needed. */
const COMES_AND_GOES = /images\/|decode/
const NOTHING: Counts = { connections: 0, otherTcp: 0, files: 0, sockets: 0, pipes: 0, memoryMb: 0 }

/** @param port the shop's port, which identifies its connections */
export async function readGauges(pid: number, port: number): Promise<ShopProcess[]> {
  const processes = await listProcesses(pid)
  const tcp = await readConnections()
  for (const process of processes) {
    process.memoryMb = await readMemory(process.pid)
    for (const target of await listDescriptors(process.pid)) {
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
      const localPort = tcp.get(inode ?? '')
      if (inode) process.sockets += 1
      else if (target.startsWith('/')) process.files += 1
      else process.pipes += 1
      if (localPort === port) process.connections += 1
      else if (localPort !== undefined) process.otherTcp += 1
    }
  }
  return processes
}

/**
 * @param isLast idle connections must be closed as well
 * @returns a description of each leak
 */
export function listWorse(before: readonly ShopProcess[], now: readonly ShopProcess[], isLast: boolean): string[] {
  const tolerated = Object.entries(isLast ? TOLERATED : TOLERATED_AT_FIRST) as [keyof Counts, number][]
  const stays = ({ command }: ShopProcess) => !COMES_AND_GOES.test(command)
  const isSame = (one: ShopProcess, other: ShopProcess) => one.pid === other.pid && one.startedAt === other.startedAt
  const nameOf = ({ pid, command }: ShopProcess) => `process ${pid} (${command})`
  return [
    ...now
      .filter((one) => stays(one) && !before.some((other) => isSame(one, other)))
      .map((one) => `${nameOf(one)} is new`),
    ...before.filter(stays).flatMap((was) => {
      const is = now.find((one) => isSame(one, was))
      if (!is) return [`${nameOf(was)} has ended`]
      return tolerated.flatMap(([name, more]) =>
        is[name] > was[name] + more
          ? [`${nameOf(is)} has ${name}: ${Math.round(is[name])}, and ${Math.round(was[name])} before`]
          : [],
      )
    }),
  ]
}

/** A line for each process. */
export function describeGauges(processes: readonly ShopProcess[]): string[] {
  return processes.map(({ pid, command, files, sockets, pipes, memoryMb }) => {
    const script = /[\w-]+\/[\w-]+\.\w+$/.exec(command)?.[0] ?? command
    return `${script} (${pid}): ${files + sockets + pipes} descriptors, ${Math.round(memoryMb)} MB`
  })
}

/** This process and its descendants, without PostgreSQL's. */
async function listProcesses(root: number): Promise<ShopProcess[]> {
  const found: ShopProcess[] = []
  const queue = [root]
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    const process = await readProcess(pid)
    if (!process || /postgres/.test(process.command)) continue
    found.push(process)
    queue.push(...(await listChildren(pid)))
  }
  return found
}

async function readProcess(pid: number): Promise<ShopProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name in brackets, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    return { pid, startedAt: fields[19] ?? '', command, ...NOTHING }
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

/** The local port of every open TCP connection on this machine, by the socket's inode. */
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
