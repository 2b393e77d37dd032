import { renditionNames } from '#server/catalog/images/renditions.ts'
import { ConfigError } from '#server/config.ts'
import { UsageError } from '#server/errors.ts'
import type { Shop } from '#server/shop.ts'
import { readArchive } from './archive.ts'
import { isJob, type Manifest, parseEntryName, parseManifest } from './entries.ts'
import { beginRestore, type Restore } from './load.ts'

type Store = Pick<Shop['images'], 'list' | 'put' | 'remove' | 'sync'>
export type Restored = { tables: number; images: number }

const PUTS_AT_ONCE = 8

/**
 * Restores a backup into an empty database and an empty image store, all or nothing. The whole file is checked before
 * anything is written. Images are written first and stay invisible until the database commits, so an interrupted restore
 * can simply be repeated.
 */
export async function restore(url: string, store: Store, file: string): Promise<Restored> {
  const { manifest, images, folders } = await checkArchive(file)
  await refuseForeignImages(store, folders)
  const restoring = await beginRestore(url, manifest.schema, manifest.tables).catch((error) => {
    throw toUsageError(error, file)
  })
  try {
    await fill(restoring, store, manifest, file)
    await store.sync()
    await restoring.commit()
    return { tables: manifest.tables.length, images }
  } catch (error) {
    await store.remove(Array.from(folders, keysOf).flat()).catch(() => {})
    throw toUsageError(error, file)
  } finally {
    await restoring.close()
  }
}

/** A backup that was read completely and is intact. */
type Checked = { manifest: Manifest; images: number; folders: Set<string> }

async function checkArchive(file: string): Promise<Checked> {
  let manifest: Manifest | undefined
  let images = 0
  const folders = new Set<string>()
  for await (const { name, bytes } of readArchive(file)) {
    const entryKind = parseEntryName(name)
    if (entryKind?.kind === 'manifest') manifest = parseManifest(textOf(bytes))
    if (!manifest) throw new UsageError(`${file} is not a backup that this version of the shop can read`)
    if (entryKind?.kind === 'rows' && !manifest.tables.some((table) => table.name === entryKind.table))
      throw new UsageError(
        `${file} is not a valid backup: its manifest does not list ${JSON.stringify(entryKind.table)}`,
      )
    if (entryKind?.kind === 'jobs' && !linesOf(bytes).every(isJob))
      throw new UsageError(`${file} is not a valid backup: it contains an invalid job`)
    if (entryKind?.kind !== 'image') continue
    images += 1
    folders.add(entryKind.folder)
  }
  if (!manifest) throw new UsageError(`${file} is not a backup that this version of the shop can read`)
  return { manifest, images, folders }
}

/** Images of an interrupted restore of the same backup are accepted. */
async function refuseForeignImages(store: Store, ours: ReadonlySet<string>): Promise<void> {
  for (const folder of ['productImages', 'buyerPictures'])
    for await (const key of store.list(folder)) {
      if (ours.has(key.slice(0, key.lastIndexOf('/')))) continue
      throw new ConfigError('The image store is not empty. Restore into an empty one, in DATA_DIR or S3_BUCKET.')
    }
}

function keysOf(folder: string): string[] {
  return renditionNames().map((name) => `${folder}/${name}`)
}

/** PostgreSQL's error classes for bad data: values, constraints, names and errors raised by functions. */
const DATA_ERROR = /^(22|23|42|P0)/

/** Data that PostgreSQL rejects means that the file is wrong. The message is escaped, because it may quote the file. */
function toUsageError(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: unknown; message: string }
  if (typeof code !== 'string' || !DATA_ERROR.test(code)) return error
  return new UsageError(`${file} is not a valid backup: ${JSON.stringify(message.slice(0, 200))}`)
}

async function fill(restoring: Restore, store: Store, manifest: Manifest, file: string): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let puts: Promise<void>[] = []
  for await (const entry of readArchive(file)) {
    const entryKind = parseEntryName(entry.name)
    const table = entryKind?.kind === 'rows' ? tables.get(entryKind.table) : undefined
    if (table) await restoring.writeRows(table, entry.bytes)
    if (entryKind?.kind === 'jobs') await restoring.writeJobs(linesOf(entry.bytes))
    if (entryKind?.kind === 'image') puts.push(store.put(entryKind.key, entry.bytes))
    if (puts.length < PUTS_AT_ONCE) continue
    await Promise.all(puts)
    puts = []
  }
  await Promise.all(puts)
  await restoring.writeSequences(manifest.sequences)
}

function linesOf(bytes: Uint8Array): string[] {
  return textOf(bytes).split('\n').filter(Boolean)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
