import { buffer } from 'node:stream/consumers'
import { variantNames } from '#server/catalog/images/variants.ts'
import type { Shop } from '#server/shop.ts'
import { type Archive, writeArchive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { beginBackup, type Snapshot, type TableShape } from './snapshot.ts'
import { UsageError } from './usage-error.ts'

type Store = Pick<Shop['images'], 'read'>
export type BackedUp = { tables: number; pictures: number; missing: string[] }

/**
 * Writes database and pictures into one file, as they were at one moment; the shop may be open. A picture is never
 * changed and never removed while something shows it, so what the database names is still there when it is read.
 */
export async function backUp(url: string, images: Store, file: string, now: Date): Promise<BackedUp> {
  const snapshot = await beginBackup(url)
  if (!snapshot) throw new UsageError('There is no shop in this database, and nothing to back up')
  try {
    const { schema, tables, sequences } = snapshot
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), schema, tables, sequences }
    let found: Omit<BackedUp, 'tables'> = { pictures: 0, missing: [] }
    await writeArchive(file, async (archive) => {
      await archive.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
      for (const table of tables) await addRows(archive, snapshot, table)
      await archive.add('jobs.ndjson', Buffer.from(snapshot.jobs.map((job) => `${job}\n`).join('')))
      found = await addPictures(archive, images, snapshot.pictures)
    })
    return { tables: tables.length, ...found }
  } finally {
    await snapshot.close()
  }
}

async function addRows(archive: Archive, snapshot: Snapshot, table: TableShape): Promise<void> {
  let piece = 0
  for await (const rows of snapshot.readRows(table)) {
    piece += 1
    await archive.add(`tables/${table.name}/${String(piece).padStart(6, '0')}`, rows)
  }
}

async function addPictures(archive: Archive, images: Store, folders: readonly string[]) {
  const missing: string[] = []
  let pictures = 0
  for (const folder of folders) {
    const keys = variantNames().map((name) => `${folder}/${name}`)
    const found = await Promise.all(keys.map(async (key) => ({ key, bytes: await readPicture(images, key) })))
    for (const { key, bytes } of found) {
      if (!bytes) missing.push(key)
      else await archive.add(`pictures/${key}`, bytes)
      pictures += bytes ? 1 : 0
    }
  }
  return { pictures, missing }
}

async function readPicture(images: Store, key: string): Promise<Uint8Array | undefined> {
  const stream = await images.read(key)
  return stream && buffer(stream)
}
