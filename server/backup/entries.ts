import { variantNames } from '#server/catalog/images/variants.ts'

export const SUMS = 'SHA256SUMS'

const MEGABYTE = 1024 * 1024
/** A backup cuts its rows into pieces of 4 MB, each ending with a whole row. */
const LARGEST_PIECE = 64 * MEGABYTE
/** Every piece of a table but its last is longer, so that there are not more of them than there is to read. */
const SMALLEST_PIECE = MEGABYTE
const LARGEST_MANIFEST = MEGABYTE
const LARGEST_JOBS = 64 * MEGABYTE
const LARGEST_PICTURE = 32 * MEGABYTE

const VARIANTS = variantNames().join('|').replaceAll('.', '\\.')
const PICTURE = new RegExp(`^pictures/((productImages/[\\w-]+)/(?:${VARIANTS}))$`)
const ROWS = /^tables\/([^/]+)\/(\d{6})$/

export type EntryHead = { name: string; type?: string | undefined; size: number }

export type Place =
  | { kind: 'manifest' | 'jobs' | 'sums' }
  | { kind: 'rows'; table: string; piece: number }
  | { kind: 'picture'; key: string; folder: string }

const ORDER: readonly Place['kind'][] = ['manifest', 'rows', 'jobs', 'picture', 'sums']
const ONLY_ONE: readonly Place['kind'][] = ['manifest', 'jobs', 'sums']

/** What an entry of this name is in a backup; undefined: nothing. */
export function findPlace(name: string): Place | undefined {
  if (name === 'manifest.json') return { kind: 'manifest' }
  if (name === 'jobs.ndjson') return { kind: 'jobs' }
  if (name === SUMS) return { kind: 'sums' }
  const [, table, piece] = ROWS.exec(name) ?? []
  if (table !== undefined) return { kind: 'rows', table, piece: Number(piece) }
  const [, key, folder] = PICTURE.exec(name) ?? []
  return key !== undefined && folder !== undefined ? { kind: 'picture', key, folder } : undefined
}

/**
 * Knows which entries a backup may have, how large they are and in which order they come, and remembers no more than
 * tables and folders, however many entries there are.
 *
 * @returns says what is wrong with the next entry, before any of it is read
 */
export function createEntryCheck(): (head: EntryHead) => string | undefined {
  const tables = new Set<string>()
  const folders = new Set<string>()
  let inFolder = new Set<string>()
  let last: { place: Place; size: number } | undefined

  return (head) => {
    const place = findPlace(head.name)
    const named = JSON.stringify(head.name.slice(0, 100))
    if (!place) return `it holds ${named}`
    if (head.type !== 'file') return `${named} is no file`
    if (head.size > largest(place)) return `${named} is too large`
    const problem = problemOf(place, head.size)
    last = { place, size: head.size }
    return problem && `${named} ${problem}`
  }

  function problemOf(place: Place, size: number): string | undefined {
    const before = last?.place
    if (!before && place.kind !== 'manifest') return 'comes before the manifest'
    if (before && ONLY_ONE.includes(place.kind) && before.kind === place.kind) return 'is there twice'
    if (before && ORDER.indexOf(place.kind) < ORDER.indexOf(before.kind)) return `comes after ${before.kind}`
    if (place.kind === 'rows') return problemOfRows(place, size)
    if (place.kind === 'picture') return problemOfPicture(place)
    return undefined
  }

  function problemOfRows({ table, piece }: Place & { kind: 'rows' }, size: number): string | undefined {
    if (size === 0) return 'is empty'
    const before = last?.place
    if (before?.kind === 'rows' && before.table === table) {
      if (piece !== before.piece + 1) return 'is not the next piece'
      return last && last.size < SMALLEST_PIECE ? 'follows a piece that is too small' : undefined
    }
    if (piece !== 1) return 'is not the first piece'
    if (tables.has(table)) return 'is there twice'
    tables.add(table)
    return undefined
  }

  function problemOfPicture({ key, folder }: Place & { kind: 'picture' }): string | undefined {
    const before = last?.place
    if (before?.kind !== 'picture' || before.folder !== folder) {
      if (folders.has(folder)) return 'is in a folder that is there twice'
      folders.add(folder)
      inFolder = new Set()
    }
    if (inFolder.has(key)) return 'is there twice'
    inFolder.add(key)
    return undefined
  }
}

function largest({ kind }: Place): number {
  switch (kind) {
    case 'manifest':
      return LARGEST_MANIFEST
    case 'rows':
      return LARGEST_PIECE
    case 'jobs':
      return LARGEST_JOBS
    case 'picture':
      return LARGEST_PICTURE
    // They are compared as they come, and never held.
    case 'sums':
      return Number.POSITIVE_INFINITY
  }
}
