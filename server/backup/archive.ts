import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { UsageError } from '#server/usage-error.ts'

/** The last entry; a file without it breaks off somewhere. `sha256sum -c SHA256SUMS` understands it. */
const SUMS = 'SHA256SUMS'

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

/**
 * Every entry of an archive in its order, each held in memory for as long as it takes.
 *
 * @throws UsageError at the first that is not as it was written, and at the end when the end is missing
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const damaged = (why: string) => new UsageError(`${file} is damaged, or no backup of a shop: ${why}`)
  const source = createReadStream(file)
  const decoder = createTarDecoder({ strict: true })
  const unpacked = source.pipe(createGunzip())
  source.on('error', (error) => unpacked.destroy(error))
  const sums: string[] = []
  let end: string | undefined
  try {
    for await (const { header, body } of (Readable.toWeb(unpacked) as ReadableStream<Uint8Array>).pipeThrough(
      decoder,
    )) {
      const bytes = new Uint8Array(await new Response(body).arrayBuffer())
      if (header.name === SUMS) end = Buffer.from(bytes).toString()
      else {
        sums.push(`${sumOf(bytes)}  ${header.name}\n`)
        yield { name: header.name, bytes }
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}`)
    throw damaged((error as Error).message)
  } finally {
    source.destroy()
    unpacked.destroy()
  }
  if (end === undefined) throw damaged('it breaks off')
  if (end !== sums.join('')) throw damaged('its contents are not those that were written')
}

function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A name is on the disk only when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
