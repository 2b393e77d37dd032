import { getNewestBackup, prepareNightly, rotateBackups } from '#server/backup/nightly.ts'
import { rehearseRestore } from '#server/backup/rehearse.ts'
import type { Log } from '#server/observability/log.ts'
import { backup, recordCommand } from './commands.ts'

export async function backupNightly(folder: string, log: Log): Promise<void> {
  const now = new Date()
  await backup(await prepareNightly(folder, now), log)
  // Older backups are only removed after the new one is complete.
  const removed = await rotateBackups(folder, now)
  if (removed.length > 0) console.log(`Removed older backups: ${removed.join(', ')}`)
}

export async function rehearse(folder: string, log: Log): Promise<void> {
  const file = await getNewestBackup(folder, new Date())
  const { tables, rows, images } = await log.step('Rehearsing a restore', () => rehearseRestore(file, log))
  recordCommand('rehearse-restore', { tables, rows, images })
  console.log(`${file} restores ${tables} tables with ${rows} rows and ${images} images, as they were backed up.`)
}
