import { buffer } from 'node:stream/consumers'
import { renditionNames } from '#server/catalog/images/renditions.ts'
import { UsageError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { type Archive, writeArchive } from './archive.ts'
import type { Manifest } from './entries.ts'
import { beginBackup, type Snapshot, type TableShape } from './snapshot.ts'

type Store = Pick<Shop['images'], 'read'>
export type BackedUp = { tables: number; images: number; missing: string[] }

/**
 * Writes a consistent snapshot of database and images to one file; the shop may be running. Images never change and are
 * never removed while the database refers to them, so they can be read after the snapshot.
 */
export async function backUp(url: string, store: Store, file: string, now: Date): Promise<BackedUp> {
  const snapshot = await beginBackup(url)
  if (!snapshot) throw new UsageError('The database contains no shop. There is nothing to back up.')
  try {
    const { schema, tables, sequences } = snapshot
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), schema, tables, sequences }
    let copied: Omit<BackedUp, 'tables'> = { images: 0, missing: [] }
    await writeArchive(file, async (archive) => {
      await archive.add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
      for (const table of tables) await addRows(archive, snapshot, table)
      await archive.add('jobs.ndjson', Buffer.from(snapshot.jobs.map((job) => `${job}\n`).join('')))
      copied = await addImages(archive, store, snapshot.imageFolders)
    })
    return { tables: tables.length, ...copied }
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

async function addImages(archive: Archive, store: Store, folders: readonly string[]) {
  const missing: string[] = []
  let images = 0
  for (const folder of folders) {
    const keys = folder.includes('.') ? [folder] : renditionNames().map((name) => `${folder}/${name}`)
    const files = await Promise.all(keys.map(async (key) => ({ key, bytes: await readImage(store, key) })))
    for (const { key, bytes } of files) {
      if (!bytes) missing.push(key)
      else await archive.add(`pictures/${key}`, bytes)
      images += bytes ? 1 : 0
    }
  }
  return { images, missing }
}

async function readImage(store: Store, key: string): Promise<Uint8Array | undefined> {
  const stream = await store.read(key)
  return stream && buffer(stream)
}
