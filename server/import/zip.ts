import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { IMAGE_MAX_BYTES, imageTooLarge } from '#domain/catalog/forms/image-limits.ts'
import { type PictureFile, ZIP_PROBLEMS, type ZipProblem } from '#domain/catalog/import/pictures.ts'
import type { UploadedFile } from '#server/http/uploads/spooled-form.ts'

/** A WordPress folder has about eight files for each picture. */
const MAX_ENTRIES = 20_000
const MAX_DIRECTORY = 8 * 1024 * 1024
/** Unpacked size of all pictures of one ZIP. */
const MAX_UNPACKED = 1024 ** 3
/** Picture formats are compressed already, so a file that shrinks this much is not a picture. */
const MAX_RATIO = 100
const RATIO_FROM = 1024 * 1024

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)

export class UnreadableZipError extends Error {
  readonly problem: ZipProblem
  constructor(problem: ZipProblem) {
    super(ZIP_PROBLEMS[problem])
    this.problem = problem
  }
}

export type ZipPicture = { ok: true; bytes: Uint8Array } | { ok: false; problem: string }

type Entry = PictureFile & { packed: number; at: number; method: number; crc: number; isEncrypted: boolean }

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const MAX_COMMENT = 65_535

/**
 * Opens a ZIP of pictures without unpacking it: memory holds its list of names and one picture at a time. Names are only
 * compared, never used as paths.
 *
 * @throws UnreadableZipError
 */
export async function openZip(file: UploadedFile, { maxUnpacked = MAX_UNPACKED } = {}) {
  const entries = await readDirectory(file)
  let unpacked = 0
  return {
    files: entries.map(({ path, size }): PictureFile => ({ path, size })),
    /** @throws UnreadableZipError when all pictures together are too large */
    async read(index: number): Promise<ZipPicture> {
      const entry = entries[index]
      if (!entry) return { ok: false, problem: 'It is not in the ZIP.' }
      const problem = findEntryProblem(entry)
      if (problem) return { ok: false, problem }
      unpacked += entry.size
      if (unpacked > maxUnpacked) throw new UnreadableZipError('large')
      return unpack(file, entry)
    },
  }
}

async function readDirectory(file: UploadedFile): Promise<Entry[]> {
  const tail = await read(file, Math.max(0, file.size - END_SIZE - MAX_COMMENT), file.size)
  const end = findEnd(tail)
  if (end === undefined) throw new UnreadableZipError('unreadable')
  const count = tail.readUInt16LE(end + 10)
  const size = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  // These values mean that the archive is in the format for more than 4 GB (ZIP64).
  if (count === 0xffff || offset === 0xffffffff) throw new UnreadableZipError('unreadable')
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY) throw new UnreadableZipError('many')
  if (offset + size > file.size) throw new UnreadableZipError('unreadable')
  const directory = await read(file, offset, offset + size)
  const entries: Entry[] = []
  let at = 0
  while (entries.length < count) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw new UnreadableZipError('unreadable')
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    if (nameEnd > directory.length) throw new UnreadableZipError('unreadable')
    entries.push({
      path: directory.toString('utf8', at + 46, nameEnd),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    })
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Finds the last end record whose comment reaches to the end of the file. */
function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END && at + END_SIZE + tail.readUInt16LE(at + 20) === tail.length) return at
  return undefined
}

function findEntryProblem({ isEncrypted, method, size, packed }: Entry): string | undefined {
  if (isEncrypted) return 'The ZIP has a password. Make it without one.'
  if (method !== 0 && method !== 8) return 'It is packed in an unusual way. Make a plain ZIP.'
  if (size > IMAGE_MAX_BYTES) return imageTooLarge
  return size > RATIO_FROM && size > packed * MAX_RATIO ? 'This is not a picture.' : undefined
}

/** The sizes in the archive's directory may be wrong on purpose, so unpacking stops at the stated size and the result is checked. */
async function unpack(file: UploadedFile, { at, packed, size, method, crc }: Entry): Promise<ZipPicture> {
  const damaged = { ok: false as const, problem: 'It is damaged in the ZIP.' }
  const head = await read(file, at, at + 30)
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) return damaged
  const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  if (start + packed > file.size) return damaged
  const raw = await read(file, start, start + packed)
  const bytes = method === 0 ? raw : await inflate(raw, { maxOutputLength: Math.max(1, size) }).catch(() => undefined)
  return bytes?.length === size && crc32(bytes) === crc ? { ok: true, bytes } : damaged
}

async function read(file: UploadedFile, start: number, end: number): Promise<Buffer> {
  return Buffer.from(await file.slice(start, end).arrayBuffer())
}
