import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupName, decideRotation, findNewestBackup } from '#domain/backup-rotation.ts'
import { UsageError } from '#server/errors.ts'

/** If the newest backup is older, the nightly backup no longer runs. */
const MAX_AGE_MS = 48 * 60 * 60 * 1000

/** Returns the file name for a backup that begins now, and creates its folder, which only its owner can read. */
export async function prepareNightly(folder: string, now: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, backupName(now))
}

/** @returns the names of the backups that were removed */
export async function rotateBackups(folder: string, now: Date): Promise<string[]> {
  const removed = decideRotation(await readdir(folder), now)
  for (const name of removed) await rm(join(folder, name))
  return removed
}

/** @throws UsageError when the folder has no backup, or no recent one */
export async function getNewestBackup(folder: string, now: Date): Promise<string> {
  const names = await readdir(folder).catch(() => {
    throw new UsageError(`Folder not found: ${folder}`)
  })
  const newest = findNewestBackup(names)
  if (!newest) throw new UsageError(`${folder} has no backup of backup-nightly.`)
  if (now.getTime() - newest.time.getTime() > MAX_AGE_MS)
    throw new UsageError(`The newest backup is ${newest.name}, older than two days. Has the nightly backup stopped?`)
  return join(folder, newest.name)
}
