import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#domain/time.ts'
import { backupName, decideRotation, findNewestBackup, parseBackupTime } from './backup-rotation.ts'

const now = new Date('2026-11-22T21:00:05Z')

/** A backup of every night, today's first. */
function nights(count: number): string[] {
  return Array.from({ length: count }, (_, night) => backupName(new Date(now.getTime() - night * DAY_MS)))
}

test('a backup is named by its time, and found again by it', () => {
  assert.equal(backupName(now), 'shop-2026-11-22T210005Z.tar.gz')
  assert.deepEqual(parseBackupTime('shop-2026-11-22T210005Z.tar.gz'), now)
  for (const name of ['shop-2026-13-22T210005Z.tar.gz', 'shop-2026-11-22.tar.gz', 'before-upgrade.tar.gz', ''])
    assert.equal(parseBackupTime(name), undefined, name)
  assert.deepEqual(findNewestBackup(['notes.txt', ...nights(3).reverse()]), { name: backupName(now), time: now })
  assert.equal(findNewestBackup(['notes.txt']), undefined)
})

test('after a year of nights seven days and four weeks are left', () => {
  let files: string[] = []
  for (let night = 365; night >= 0; night -= 1) {
    const time = new Date(now.getTime() - night * DAY_MS)
    files.push(backupName(time))
    const removed = decideRotation(files, time)
    files = files.filter((name) => !removed.includes(name))
  }
  // 22 November 2026 is a Sunday: its own week and the three before end on a Sunday.
  const days = ['11-16', '11-17', '11-18', '11-19', '11-20', '11-21', '11-22']
  const weeks = ['11-01', '11-08', '11-15']
  assert.deepEqual(
    files.map((name) => name.slice('shop-2026-'.length, 'shop-2026-11-22'.length)),
    [...weeks, ...days],
  )
})

test('of several backups of a day the newest stays', () => {
  const [morning, evening] = ['shop-2026-11-22T060000Z.tar.gz', 'shop-2026-11-22T180000Z.tar.gz']
  assert.deepEqual(decideRotation([evening, morning], now), [morning])
})

test('when backups stop, nothing is removed however old it is', () => {
  assert.deepEqual(decideRotation(nights(7), new Date('2030-01-01T00:00:00Z')), [])
})

test('files with other names are left alone; the draft of a killed backup goes after a day', () => {
  const others = ['before-upgrade.tar.gz', 'shop-2026-11-22.tar.gz', 'notes.txt', '.part', 'lost+found']
  assert.deepEqual(decideRotation([...others, `${backupName(now)}.part`], now), [])
  const draft = 'shop-2026-11-20T210000Z.tar.gz.part'
  assert.deepEqual(decideRotation([...others, draft], now), [draft])
})
