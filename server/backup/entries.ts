import * as v from 'valibot'
import { readJson } from '#domain/text.ts'
import { mediaFiles, renditionNames } from '#server/catalog/images/renditions.ts'

export const CHECKSUMS_FILE = 'SHA256SUMS'

const MEGABYTE = 1024 * 1024
/** Every piece of a table except the last is at least this large, which bounds the number of entries. */
const MIN_PIECE_BYTES = MEGABYTE

const RENDITIONS = [...renditionNames(), ...mediaFiles].join('|').replaceAll('.', '\\.')
const IMAGE = new RegExp(`^pictures/(((?:productImages|buyerPictures)/[\\w-]+)/(?:${RENDITIONS}))$`)
const ROWS = /^tables\/([^/]+)\/(\d{6})$/

export type EntryHead = { name: string; type?: string | undefined; size: number }

export type EntryKind =
  | { kind: 'manifest' | 'jobs' | 'sums' }
  | { kind: 'rows'; table: string; piece: number }
  | { kind: 'image'; key: string; folder: string }

const ORDER: readonly EntryKind['kind'][] = ['manifest', 'rows', 'jobs', 'image', 'sums']
const ONLY_ONCE: readonly EntryKind['kind'][] = ['manifest', 'jobs', 'sums']

/** Undefined: no entry of a backup has this name. */
export function parseEntryName(name: string): EntryKind | undefined {
  if (name === 'manifest.json') return { kind: 'manifest' }
  if (name === 'jobs.ndjson') return { kind: 'jobs' }
  if (name === CHECKSUMS_FILE) return { kind: 'sums' }
  const [, table, piece] = ROWS.exec(name) ?? []
  if (table !== undefined) return { kind: 'rows', table, piece: Number(piece) }
  const [, key, folder] = IMAGE.exec(name) ?? []
  return key !== undefined && folder !== undefined ? { kind: 'image', key, folder } : undefined
}

/**
 * Checks names, sizes and sequence of a backup's entries. Its memory grows with tables and folders only, however many
 * entries a hostile file has.
 *
 * @returns a function that returns the problem of the next entry, before its contents are read
 */
export function createEntryCheck(): (head: EntryHead) => string | undefined {
  const tables = new Set<string>()
  const folders = new Set<string>()
  let inFolder = new Set<string>()
  let last: { place: EntryKind; size: number } | undefined

  return (head) => {
    const place = parseEntryName(head.name)
    const named = JSON.stringify(head.name.slice(0, 100))
    if (!place) return `unexpected entry ${named}`
    if (head.type !== 'file') return `${named} is not a file`
    if (head.size > MAX_BYTES[place.kind]) return `${named} is too large`
    const problem = problemOf(place, head.size)
    last = { place, size: head.size }
    return problem && `${named} ${problem}`
  }

  function problemOf(place: EntryKind, size: number): string | undefined {
    const before = last?.place
    if (!before && place.kind !== 'manifest') return 'comes before the manifest'
    if (before && ONLY_ONCE.includes(place.kind) && before.kind === place.kind) return 'appears twice'
    if (before && ORDER.indexOf(place.kind) < ORDER.indexOf(before.kind)) return `comes after ${before.kind}`
    if (place.kind === 'rows') return problemOfRows(place, size)
    if (place.kind === 'image') return problemOfImage(place)
    return undefined
  }

  function problemOfRows({ table, piece }: EntryKind & { kind: 'rows' }, size: number): string | undefined {
    if (size === 0) return 'is empty'
    const before = last?.place
    if (before?.kind === 'rows' && before.table === table) {
      if (piece !== before.piece + 1) return 'is out of sequence'
      return last && last.size < MIN_PIECE_BYTES ? 'follows a piece that is too small' : undefined
    }
    if (piece !== 1) return 'is out of sequence'
    if (tables.has(table)) return 'appears twice'
    tables.add(table)
    return undefined
  }

  function problemOfImage({ key, folder }: EntryKind & { kind: 'image' }): string | undefined {
    const before = last?.place
    if (before?.kind !== 'image' || before.folder !== folder) {
      if (folders.has(folder)) return 'is in a folder that appears twice'
      folders.add(folder)
      inFolder = new Set()
    }
    if (inFolder.has(key)) return 'appears twice'
    inFolder.add(key)
    return undefined
  }
}

const MAX_BYTES: Record<EntryKind['kind'], number> = {
  manifest: MEGABYTE,
  // Pieces of a table have about 4 MB and end with a complete row, which may be large.
  rows: 64 * MEGABYTE,
  jobs: 64 * MEGABYTE,
  image: 32 * MEGABYTE,
  // Hashed as a stream, never held in memory.
  sums: Number.POSITIVE_INFINITY,
}

/** Identifiers as PostgreSQL quotes them, because they are inserted into statements. */
const name = v.pipe(v.string(), v.regex(/^(\w+|"\w+")$/))
const table = v.pipe(v.string(), v.regex(/^(public|drizzle)\.(\w+|"\w+")$/))

const manifestSchema = v.object({
  format: v.literal(1),
  madeAt: v.string(),
  /** Last migration of the database. */
  schema: v.pipe(v.string(), v.regex(/^\d{13,16}$/)),
  tables: v.pipe(
    v.array(v.object({ name: table, columns: v.pipe(v.array(name), v.minLength(1)) })),
    v.minLength(1),
    v.check((tables) => new Set(tables.map(({ name }) => name)).size === tables.length),
  ),
  sequences: v.array(
    v.object({ table, column: v.string(), value: v.pipe(v.string(), v.regex(/^\d{1,19}$/)), isUsed: v.boolean() }),
  ),
})

/** The first entry of a backup: describes the others. */
export type Manifest = v.InferOutput<typeof manifestSchema>

/** Undefined: not a manifest, or of an unknown format. */
export function parseManifest(text: string): Manifest | undefined {
  const parsed = v.safeParse(manifestSchema, readJson(text))
  return parsed.success ? parsed.output : undefined
}

const shortText = v.pipe(v.string(), v.maxLength(200))
const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(-32_768), v.maxValue(32_767))

/** A job as snapshot.ts writes it. */
const jobSchema = v.object({
  task: shortText,
  payload: v.record(v.string(), v.unknown()),
  queue: v.nullable(shortText),
  runAt: v.pipe(v.string(), v.isoTimestamp()),
  priority: wholeNumber,
  most: wholeNumber,
  key: v.nullable(shortText),
})

export function isJob(line: string): boolean {
  return v.is(jobSchema, readJson(line))
}
