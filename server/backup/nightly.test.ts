import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { getNewestBackup, prepareNightly, rotateBackups } from './nightly.ts'

const parent = await mkdtemp(join(tmpdir(), 'gamla-nightly-'))
after(() => rm(parent, { recursive: true }))

const folder = join(parent, 'backups')
const now = new Date('2026-11-22T21:00:00Z')

test('the folder of the backups is for its owner only', async () => {
  assert.equal(await prepareNightly(folder, now), join(folder, 'shop-2026-11-22T210000Z.tar.gz'))
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})

test('a folder of dated files keeps seven days, four weeks and what is not ours', async () => {
  for (let night = 0; night < 60; night += 1)
    await writeFile(await prepareNightly(folder, new Date(now.getTime() - night * 86_400_000)), '')
  await writeFile(join(folder, 'before-upgrade.tar.gz'), '')
  const removed = await rotateBackups(folder, now)
  const left = await readdir(folder)
  assert.deepEqual([removed.length, left.length], [50, 11])
  assert.ok(left.includes('before-upgrade.tar.gz') && left.includes('shop-2026-11-22T210000Z.tar.gz'))
  assert.deepEqual(await rotateBackups(folder, now), [])
})

test('the newest backup is found; an old one says that backups have stopped', async () => {
  assert.equal(await getNewestBackup(folder, now), join(folder, 'shop-2026-11-22T210000Z.tar.gz'))
  await assert.rejects(getNewestBackup(folder, new Date('2026-11-25T00:00:00Z')), /Has the nightly backup stopped\?$/)
  await assert.rejects(getNewestBackup(parent, now), /has no backup of backup-nightly\.$/)
  await assert.rejects(getNewestBackup(join(parent, 'nowhere'), now), /Folder not found/)
})
