import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '#server/config.ts'

const run = promisify(execFile)

/** PostgreSQL refuses to run as root, so root lends it an ordinary user. */
export type Owner = { uid: number; gid: number }

export type Program = { command: string; args: string[]; uid?: number; gid?: number }

/** @returns whose PostgreSQL files in `folder` shall be; undefined: our own, because we are not root */
export async function findOwner(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const present = await stat(folder).catch(() => undefined)
  // The folder may come from another machine, or from a time when the shop did not run as root.
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
  throw new ConfigError('DATABASE_URL must be set: PostgreSQL cannot run as root, and there is no user to lend it')
}

/** How to run a PostgreSQL program as `owner`, who must get at its files and at the data in `folder`. */
export async function asOwner(
  owner: Owner | undefined,
  command: string,
  args: string[],
  folder: string,
): Promise<Program> {
  if (!owner) return { command, args }
  if ((await mayReach(owner, command)) && (await mayReach(owner, folder))) return { command, args, ...owner }
  return { command: 'setpriv', args: [...pastClosedFolders(owner), command, ...args] }
}

/** Can `owner` walk down to this path? Not where the shop lives in root's home folder, for one. */
export async function mayReach(owner: Owner, path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
}

/**
 * Root's right to pass closed folders stays with the program, everything else of root is taken away.
 * `no_setuid_fixup` because PostgreSQL asks access(2), which would forget that right for anybody but root.
 */
function pastClosedFolders({ uid, gid }: Owner): string[] {
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
