import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'

/** An uploaded file; its bytes are read from disk on demand. */
export type UploadedFile = Pick<File, 'name' | 'size' | 'arrayBuffer'> & {
  slice(start: number, end: number): Pick<Blob, 'arrayBuffer'>
}

export type SpooledForm = {
  fields: FormData
  files: { field: string; file: UploadedFile }[]
}

export class UnreadableForm extends Error {
  override name = 'UnreadableForm'
}

/** More than any form of the shop has, which is a product with a picture for each variant. Further files are ignored. */
const LIMITS = { files: 130, fields: 2000, parts: 2130, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 }

/**
 * Parses a form while it arrives. Files go to disk, so that memory holds a few chunks at most. Calls throw
 * UnreadableForm, or an error of the disk.
 *
 * @param contentType of multipart/form-data
 * @param folder created with the first file
 */
export function openFormSpool(contentType: string, folder: string) {
  const fields = new FormData()
  /** In the order of the form, whichever file is written first. */
  const spooled: Promise<SpooledForm['files'][number]>[] = []
  const handles: Promise<FileHandle>[] = []
  const closing = new AbortController()
  const { promise: failure, reject: fail } = Promise.withResolvers<never>()
  failure.catch(() => {})
  const unreadable = (error: unknown) => fail(new UnreadableForm('This form cannot be read', { cause: error }))

  const parser = openParser(contentType, unreadable)
  parser?.on('field', (field, text) => fields.append(field ?? '', text))
  parser?.on('file', (field, stream, name) => {
    stream.on('error', unreadable)
    // Browsers send an empty file without a name for an input without a chosen file.
    if (!name) return void stream.resume()
    const spooling = spool(field, name, stream)
    spooling.catch(fail)
    spooled.push(spooling)
  })

  async function spool(field: string, name: string, stream: Readable) {
    const opening = openUnnamed(folder)
    // Reported first, because the stream that breaks next would look like an unreadable form.
    opening.catch(fail)
    handles.push(opening)
    let size = 0
    const disk = new Writable({
      construct: (done) => void opening.then(() => done(), done),
      write(chunk: Uint8Array, _encoding, done) {
        size += chunk.byteLength
        const writing = opening.then((handle) => handle.appendFile(chunk))
        writing.catch(fail)
        writing.then(() => done(), done)
      },
    })
    await pipeline(stream, disk, { signal: closing.signal })
    return { field, file: spooledFile(nameOf(name), size, await opening) }
  }

  return {
    /** Resolves when the next chunk can be written. */
    write: (chunk: Uint8Array): Promise<void> =>
      Promise.race([
        failure,
        new Promise<void>((resolve, reject) => parser?.write(chunk, (error) => (error ? reject(error) : resolve()))),
      ]),
    async end(): Promise<SpooledForm> {
      const finished = new Promise((resolve) => parser?.once('finish', resolve))
      parser?.end()
      await Promise.race([failure, finished])
      return { fields, files: await Promise.race([failure, Promise.all(spooled)]) }
    },
    /** Frees the disk space. */
    async close(): Promise<void> {
      closing.abort()
      parser?.destroy()
      await Promise.allSettled(spooled)
      await Promise.allSettled(handles.map(async (handle) => (await handle).close()))
    },
  }
}

function openParser(contentType: string, onError: (error: unknown) => void) {
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: LIMITS,
      preservePath: true,
      // Parts with a file name are files, as in browsers and in the Fetch standard.
      isPartAFile: (_field, _type, name) => name !== undefined,
    })
    return parser.on('error', onError)
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** The file is unlinked at once, so that the system frees the space however this process ends. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return handle
}

function spooledFile(name: string, size: number, handle: FileHandle): UploadedFile {
  async function read(start: number, end: number): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start)
    if (bytesRead !== bytes.length)
      throw new Error(`Only ${bytesRead} of ${bytes.length} bytes of an upload could be read back`)
    return bytes.buffer
  }
  return {
    name,
    size,
    arrayBuffer: () => read(0, size),
    slice: (start, end) => ({ arrayBuffer: () => read(start, end) }),
  }
}

/** Browsers escape quotation marks and line breaks in file names like this. */
function nameOf(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ')
}
