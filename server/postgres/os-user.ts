import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#server/config.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root, so root runs it as another user. */
export type Owner = { uid: number; gid: number }

export type Program = { command: string; args: string[]; uid?: number; gid?: number }

/** @returns the user to run PostgreSQL as; undefined: the current one, because it is not root */
export async function findOwner(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const present = await stat(folder).catch(() => undefined)
  // The folder may come from another machine, or from a run as another user.
  if (present && present.uid !== 0) return { uid: present.uid, gid: present.gid }
  return (await findUser('postgres')) ?? (await makeUser('postgres')) ?? (await getUser('nobody'))
}

async function findUser(name: string): Promise<Owner | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    )
    return uid && gid ? { uid, gid } : undefined
  } catch {
    return undefined
  }
}

async function makeUser(name: string): Promise<Owner | undefined> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name])
  } catch {
    return undefined
  }
  return findUser(name)
}

async function getUser(name: string): Promise<Owner> {
  const user = await findUser(name)
  if (user) return user
  throw new ConfigError('DATABASE_URL must be set: PostgreSQL cannot run as root, and no other user is available')
}

/** The command that runs a PostgreSQL program as `owner`, with access to the program and to `folder`. */
export async function asOwner(
  owner: Owner | undefined,
  command: string,
  args: string[],
  folder: string,
): Promise<Program> {
  if (!owner) return { command, args }
  if ((await canReach(owner, command)) && (await canReach(owner, folder))) return { command, args, ...owner }
  return { command: 'setpriv', args: [...setprivArgs(owner), command, ...args] }
}

/** May `owner` traverse all folders of this path? Not if it is in root's home folder, for example. */
export async function canReach(owner: Owner, path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Keeps root's capability to traverse folders and drops all others. `no_setuid_fixup` is needed because PostgreSQL uses
 * access(2), which ignores that capability for other users.
 */
function setprivArgs({ uid, gid }: Owner): string[] {
  const only = '-all,+dac_override'
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--bounding-set=${only}`,
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    '--no-new-privs',
    '--',
  ]
}
