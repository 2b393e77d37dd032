import { ConfigError } from '#server/config.ts'
import { type Load, openLoad } from '#server/db/load.ts'
import { variantNames } from '#server/images/variants.ts'
import type { Shop } from '#server/shop.ts'
import { UsageError } from '#server/usage-error.ts'
import { type Entry, readArchive } from './archive.ts'
import { type Manifest, parseManifest } from './manifest.ts'

type Store = Pick<Shop['images'], 'list' | 'put' | 'remove' | 'sync'>
export type Restored = { tables: number; pictures: number }

const PICTURE = new RegExp(`^pictures/(productImages/[\\w-]+/(?:${variantNames().join('|').replaceAll('.', '\\.')}))$`)
const PUTS_AT_ONCE = 8

/**
 * Fills an empty database and an empty store from a backup, all of it or nothing. The whole file is read once before
 * anything is written. Pictures come first, and nobody sees them before the database says that they are there; a
 * restore that was killed can simply be done again.
 */
export async function restore(url: string, images: Store, file: string): Promise<Restored> {
  const { manifest, pictures } = await checkArchive(file)
  await refuseOtherPictures(images, pictures)
  const load = await openLoad(url, manifest.schema, manifest.tables)
  try {
    await fill(load, images, manifest, file)
    await images.sync()
    await load.commit()
    return { tables: manifest.tables.length, pictures: pictures.size }
  } catch (error) {
    await images.remove([...pictures]).catch(() => {})
    throw error
  } finally {
    await load.close()
  }
}

async function checkArchive(file: string): Promise<{ manifest: Manifest; pictures: Set<string> }> {
  let manifest: Manifest | undefined
  const pictures = new Set<string>()
  for await (const { name, bytes } of readArchive(file)) {
    if (name === 'manifest.json') manifest = parseManifest(textOf(bytes))
    const key = PICTURE.exec(name)?.[1]
    if (key) pictures.add(key)
    else if (!/^(manifest\.json|jobs\.ndjson|tables\/[^/]+\/\d{6})$/.test(name))
      throw new UsageError(`${file} is no backup of a shop: it holds ${JSON.stringify(name)}`)
  }
  if (!manifest) throw new UsageError(`${file} is no backup that this version of the shop can read`)
  return { manifest, pictures }
}

/** Those of an earlier try at this very backup are welcome. */
async function refuseOtherPictures(images: Store, ours: ReadonlySet<string>): Promise<void> {
  for await (const key of images.list('productImages')) {
    if (ours.has(key)) continue
    throw new ConfigError(
      'There are pictures in the store already: restore needs an empty one, in DATA_DIR or S3_BUCKET',
    )
  }
}

async function fill(load: Load, images: Store, manifest: Manifest, file: string): Promise<void> {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let puts: Promise<void>[] = []
  for await (const entry of readArchive(file)) {
    const table = tables.get(entry.name.split('/')[1] ?? '')
    if (entry.name.startsWith('tables/') && table) await load.writeRows(table, entry.bytes)
    if (entry.name === 'jobs.ndjson') await load.writeJobs(textOf(entry.bytes).split('\n').filter(Boolean))
    const put = putPicture(images, entry)
    if (put) puts.push(put)
    if (puts.length < PUTS_AT_ONCE) continue
    await Promise.all(puts)
    puts = []
  }
  await Promise.all(puts)
  await load.writeSequences(manifest.sequences)
}

function putPicture(images: Store, { name, bytes }: Entry): Promise<void> | undefined {
  const key = PICTURE.exec(name)?.[1]
  return key === undefined ? undefined : images.put(key, bytes)
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}
