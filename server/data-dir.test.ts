import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { closeToOthers, openDataDir } from './data-dir.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
const isRoot = process.getuid?.() === 0

test('a data folder is closed to other users, also one that was open', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'gamla-data-dir-'))
  try {
    for (const name of ['new', 'open']) {
      const path = join(parent, name)
      if (name === 'open') {
        await mkdir(path)
        await chmod(path, 0o777)
      }
      const folder = await openDataDir(path)
      folder.close()
      assert.equal(await modeOf(path), isRoot ? '711' : '700', name)
      await closeToOthers(path, { holdsDatabase: false })
      assert.equal(await modeOf(path), '700', name)
    }
    await closeToOthers(join(parent, 'missing'), { holdsDatabase: false })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
})
