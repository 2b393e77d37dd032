import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A small tmpfs mount that can be filled. */
export type Disk = {
  path: string
  fill(): Promise<void>
  free(): Promise<void>
  remove(): void
}

/** @returns undefined where mounting is not allowed (ordinary users, most containers) */
export async function openDisk(path: string, megabytes: number): Promise<Disk | undefined> {
  await mkdir(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'gamla-torture', path], {
      stdio: 'ignore',
    })
  } catch {
    return undefined
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    async fill() {
      const { bavail, bsize } = await statfs(path)
      // Halve the size down to one block, so that not a single block is left free.
      for (let bytes = bavail * bsize; bytes >= bsize; bytes = Math.floor(bytes / 2)) {
        await writeFile(`${ballast}-${bytes}`, Buffer.alloc(bytes)).catch(() => {})
      }
    },
    async free() {
      const names = await readdir(path)
      await Promise.all(names.filter((name) => name.startsWith('ballast')).map((name) => rm(join(path, name))))
    },
    remove() {
      try {
        execFileSync('umount', ['-l', path], { stdio: 'ignore' })
      } catch {
        // The tmpfs disappears at the next reboot.
      }
    },
  }
}
