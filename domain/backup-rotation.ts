import { DAY_MS } from '#domain/time.ts'

const KEPT_DAYS = 7
const KEPT_WEEKS = 4

const BACKUP = /^shop-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/
const DRAFT = /\.part$/

/** `shop-2026-11-21T210000Z.tar.gz`: names sort as their times do. */
export function backupName(time: Date): string {
  return `shop-${time.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
}

/** When this backup was begun; undefined: the file is no nightly backup, so it is left alone. */
export function parseBackupTime(name: string): Date | undefined {
  const [, day, hour, minute, second] = BACKUP.exec(name) ?? []
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

export function findNewestBackup(names: readonly string[]): { name: string; time: Date } | undefined {
  return toBackups(names)[0]
}

/**
 * The files to remove: all but the newest backup of each of the last seven days and four weeks that have one. Days and
 * weeks without a backup do not count, so that nothing is lost when backups stop. Drafts of killed backups go after a day.
 */
export function decideRotation(names: readonly string[], now: Date): string[] {
  const backups = toBackups(names)
  const kept = new Set([
    ...newestOfEach(backups, dayOf).slice(0, KEPT_DAYS),
    ...newestOfEach(backups, weekOf).slice(0, KEPT_WEEKS),
  ])
  const drafts = names.filter((name) => {
    const begun = DRAFT.test(name) ? parseBackupTime(name.replace(DRAFT, '')) : undefined
    return begun !== undefined && now.getTime() - begun.getTime() > DAY_MS
  })
  return [...backups.flatMap(({ name }) => (kept.has(name) ? [] : [name])), ...drafts]
}

type Backup = { name: string; time: Date }

/** Newest first. */
function toBackups(names: readonly string[]): Backup[] {
  return names
    .flatMap((name) => {
      const time = parseBackupTime(name)
      return time ? [{ name, time }] : []
    })
    .sort((a, b) => b.time.getTime() - a.time.getTime())
}

/** @param backups newest first */
function newestOfEach(backups: readonly Backup[], periodOf: (time: Date) => number): string[] {
  const newest = new Map<number, string>()
  for (const { name, time } of backups) if (!newest.has(periodOf(time))) newest.set(periodOf(time), name)
  return [...newest.values()]
}

/** Days of UTC: a backup of the Indian night belongs to the day before. */
function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS)
}

/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
function weekOf(time: Date): number {
  return Math.floor((dayOf(time) + 3) / 7)
}
