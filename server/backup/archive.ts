import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { createEntryCheck, SUMS } from './entries.ts'
import { UsageError } from './usage-error.ts'

export type Entry = { name: string; bytes: Uint8Array }
export type Archive = { add(name: string, bytes: Uint8Array): Promise<void> }

/**
 * Writes a .tar.gz that any tar can open, whole or not at all: beside its place, onto the disk, and then under its name.
 *
 * @throws UsageError when there is a file of that name already
 */
export async function writeArchive(file: string, fill: (archive: Archive) => Promise<void>): Promise<void> {
  const draft = `${file}.part`
  await claim(file)
  const { readable, controller } = createTarPacker()
  // What it holds concerns everybody who has ever ordered.
  const sink = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
  const written = pipeline(Readable.fromWeb(readable as never), createGzip(), sink)
  written.catch(() => {})
  const sums: string[] = []

  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const writer = controller.add({ name, size: bytes.byteLength, mode: 0o600 }).getWriter()
    await writer.write(bytes)
    await writer.close()
    sums.push(`${sumOf(bytes)}  ${name}\n`)
  }

  try {
    await fill({ add })
    // A file without it breaks off somewhere. `sha256sum -c SHA256SUMS` understands it.
    await add(SUMS, Buffer.from(sums.join('')))
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

async function claim(file: string): Promise<void> {
  for (const name of [file, `${file}.part`]) {
    const present = await open(name).catch(() => undefined)
    await present?.close()
    if (present) throw new UsageError(`${name} is there already: name another file`)
  }
}

/** Rows and pictures become smaller by a factor of ten at the best; a file that unpacks to more than this is a trap. */
const MOST_UNPACKED = { factor: 200, besides: 64 * 1024 * 1024 }

/**
 * Every entry of a backup in its order, each held in memory for as long as it takes.
 *
 * @throws UsageError at the first that is no part of a backup or not as it was written, and at the end when the end is
 * missing
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const damaged = (why: string) => new UsageError(`${file} is damaged, or no backup of a shop: ${why}`)
  const most = MOST_UNPACKED.factor * (await sizeOf(file)) + MOST_UNPACKED.besides
  const source = createReadStream(file)
  const decoder = createTarDecoder({ strict: true })
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  const problemOf = createEntryCheck()
  const sums = createHash('sha256')
  let isWhole: boolean | undefined
  try {
    const limited = Readable.toWeb(Readable.from(upTo(most, unpacked))) as ReadableStream<Uint8Array>
    for await (const { header, body } of limited.pipeThrough(decoder)) {
      const problem = problemOf(header)
      if (problem) throw damaged(problem)
      if (header.name === SUMS) {
        isWhole = (await sumOfAll(body)) === sums.digest('hex')
        continue
      }
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      sums.update(`${sumOf(bytes)}  ${header.name}\n`)
      yield { name: header.name, bytes }
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw damaged(JSON.stringify((error as Error).message.slice(0, 200)))
  } finally {
    source.destroy()
    unpacked.destroy()
  }
  if (isWhole === undefined) throw damaged('it breaks off')
  if (!isWhole) throw damaged('its contents are not those that were written')
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}`)
  return found.size
}

async function* upTo(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > most) throw new Error('it unpacks to far more than rows and pictures do')
    yield chunk
  }
}

async function sumOfAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of chunks) sum.update(chunk)
  return sum.digest('hex')
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
