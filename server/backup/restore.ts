import { variantNames } from '#server/catalog/images/variants.ts'
import { ConfigError } from '#server/config.ts'
import type { Shop } from '#server/shop.ts'
import { readArchive } from './archive.ts'
import { findPlace } from './entries.ts'
import { beginRestore, type Load } from './load.ts'
import { isJob, type Manifest, parseManifest } from './manifest.ts'
import { UsageError } from './usage-error.ts'

type Store = Pick<Shop['images'], 'list' | 'put' | 'remove' | 'sync'>
export type Restored = { tables: number; pictures: number }

const PUTS_AT_ONCE = 8

/**
 * Fills an empty database and an empty store from a backup, all of it or nothing. The whole file is read once before
 * anything is written. Pictures come first, and nobody sees them before the database says that they are there; a
 * restore that was killed can simply be done again.
 */
export async function restore(url: string, images: Store, file: string): Promise<Restored> {
  const { manifest, pictures, folders } = await checkArchive(file)
  await refuseOtherPictures(images, folders)
  const load = await beginRestore(url, manifest.schema, manifest.tables).catch((error) => {
    throw explain(error, file)
  })
  try {
    await fill(load, images, manifest, file)
    await images.sync()
    await load.commit()
    return { tables: manifest.tables.length, pictures }
  } catch (error) {
    await images.remove(Array.from(folders, keysOf).flat()).catch(() => {})
    throw explain(error, file)
  } finally {
    await load.close()
  }
}

/** What it holds, all of which was read once and is as it was written. */
type Checked = { manifest: Manifest; pictures: number; folders: Set<string> }

async function checkArchive(file: string): Promise<Checked> {
  let manifest: Manifest | undefined
  let pictures = 0
  const folders = new Set<string>()
  for await (const { name, bytes } of readArchive(file)) {
    const place = findPlace(name)
    if (place?.kind === 'manifest') manifest = parseManifest(textOf(bytes))
    if (!manifest) throw new UsageError(`${file} is no backup that this version of the shop can read`)
    if (place?.kind === 'rows' && !manifest.tables.some((table) => table.name === place.table))
      throw new UsageError(`${file} is no backup of a shop: its manifest does not name ${JSON.stringify(place.table)}`)
    if (place?.kind === 'jobs' && !linesOf(bytes).every(isJob))
      throw new UsageError(`${file} is no backup of a shop: one of its jobs is none`)
    if (place?.kind !== 'picture') continue
    pictures += 1
    folders.add(place.folder)
  }
  if (!manifest) throw new UsageError(`${file} is no backup that this version of the shop can read`)
  return { manifest, pictures, folders }
}

/** Those of an earlier try at this very backup are welcome. */
async function refuseOtherPictures(images: Store, ours: ReadonlySet<string>): Promise<void> {
  for await (const key of images.list('productImages')) {
    if (ours.has(key.slice(0, key.lastIndexOf('/')))) continue
    throw new ConfigError(
      'There are pictures in the store already: restore needs an empty one, in DATA_DIR or S3_BUCKET',
    )
  }
}

function keysOf(folder: string): string[] {
  return variantNames().map((name) => `${folder}/${name}`)
}

/** PostgreSQL's classes of what is wrong with data: values, constraints, names, and errors that its functions raise. */
const WRONG_DATA = /^(22|23|42|P0)/

/** What PostgreSQL does not take is the file's fault; its words may quote the file, and go to a terminal. */
function explain(error: unknown, file: string): unknown {
  const { code, message } = error as { code?: unknown; message: string }
  if (typeof code !== 'string' || !WRONG_DATA.test(code)) return error
  return new UsageError(`${file} is no backup of a shop: ${JSON.stringify(message.slice(0, 200))}`)
}

async function fill(load: Load, images: Store, manifest: Manifest, file: string): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let puts: Promise<void>[] = []
  for await (const entry of readArchive(file)) {
    const place = findPlace(entry.name)
    const table = place?.kind === 'rows' ? tables.get(place.table) : undefined
    if (table) await load.writeRows(table, entry.bytes)
    if (place?.kind === 'jobs') await load.writeJobs(linesOf(entry.bytes))
    if (place?.kind === 'picture') puts.push(images.put(place.key, entry.bytes))
    if (puts.length < PUTS_AT_ONCE) continue
    await Promise.all(puts)
    puts = []
  }
  await Promise.all(puts)
  await load.writeSequences(manifest.sequences)
}

function linesOf(bytes: Uint8Array): string[] {
  return textOf(bytes).split('\n').filter(Boolean)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
