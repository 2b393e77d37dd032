import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { syncFolder } from '#server/data-dir.ts'
import { UsageError } from '#server/errors.ts'
import { CHECKSUMS_FILE, createEntryCheck } from './entries.ts'

export type Entry = { name: string; bytes: Uint8Array }
export type Archive = { add(name: string, bytes: Uint8Array): Promise<void> }

/**
 * Writes a .tar.gz atomically: to a temporary file, synced to disk, then renamed.
 *
 * @throws UsageError when the file exists
 */
export async function writeArchive(file: string, fill: (archive: Archive) => Promise<void>): Promise<void> {
  const draft = `${file}.part`
  await refuseExisting(file)
  const { readable, controller } = createTarPacker()
  // Readable by the owner only, because it holds personal data.
  const sink = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(Readable.fromWeb(readable as never), createGzip(), sink)
  written.catch(() => {})
  const checksums: string[] = []

  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const writer = controller.add({ name, size: bytes.byteLength, mode: 0o600 }).getWriter()
    await writer.write(bytes)
    await writer.close()
    checksums.push(`${hash('sha256', bytes)}  ${name}\n`)
  }

  try {
    await fill({ add })
    // Always the last entry, so that a truncated file is detected; `sha256sum -c SHA256SUMS` can check it.
    await add(CHECKSUMS_FILE, Buffer.from(checksums.join('')))
    controller.finalize()
    await written
    await rename(draft, file)
    await syncFolder(dirname(file))
  } catch (error) {
    controller.error(error)
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

async function refuseExisting(file: string): Promise<void> {
  for (const name of [file, `${file}.part`]) {
    const existing = await open(name).catch(() => undefined)
    await existing?.close()
    if (existing) throw new UsageError(`${name} already exists. Choose another file.`)
  }
}

/** Backups compress by a factor of ten at most; a file beyond this limit is a decompression bomb. */
const MAX_UNPACKED = { factor: 200, extra: 64 * 1024 * 1024 }

/**
 * Reads the entries of a backup one at a time.
 *
 * @throws UsageError at the first invalid entry, and at the end when the file is truncated or its checksums differ
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const damaged = (why: string) => new UsageError(`${file} is damaged or not a backup: ${why}`)
  const maxBytes = MAX_UNPACKED.factor * (await sizeOf(file)) + MAX_UNPACKED.extra
  const source = createReadStream(file)
  const decoder = createTarDecoder({ strict: true })
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  const problemOf = createEntryCheck()
  const checksums = createHash('sha256')
  let isWhole: boolean | undefined
  try {
    const limited = Readable.toWeb(Readable.from(limitBytes(maxBytes, unpacked))) as ReadableStream<Uint8Array>
    for await (const { header, body } of limited.pipeThrough(decoder)) {
      const problem = problemOf(header)
      if (problem) throw damaged(problem)
      if (header.name === CHECKSUMS_FILE) {
        isWhole = (await checksumOfAll(body)) === checksums.digest('hex')
        continue
      }
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      checksums.update(`${hash('sha256', bytes)}  ${header.name}\n`)
      yield { name: header.name, bytes }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw damaged(JSON.stringify((error as Error).message.slice(0, 200)))
  } finally {
    source.destroy()
    unpacked.destroy()
  }
  if (isWhole === undefined) throw damaged('it is truncated')
  if (!isWhole) throw damaged('its checksums do not match')
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) throw new UsageError(`File not found: ${file}`)
  return stats.size
}

async function* limitBytes(maxBytes: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('it unpacks to too much data')
    yield chunk
  }
}

async function checksumOfAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const whole = createHash('sha256')
  for await (const chunk of chunks) whole.update(chunk)
  return whole.digest('hex')
}
