import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'

/** What the shop needs of a file that somebody sent; its bytes are read from the disk when they are asked for. */
export type UploadedFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>

export type SpooledForm = {
  fields: FormData
  files: { field: string; file: UploadedFile }[]
}

/** Parses a form while it arrives; its files go to the disk, so that memory holds a few pieces of them at most. */
export type FormSpool = {
  /**
   * Resolves when there is room for the next piece.
   * @throws UnreadableForm, or what the disk says
   */
  write(piece: Uint8Array): Promise<void>
  /** @throws UnreadableForm when the form has no end, or what the disk says */
  end(): Promise<SpooledForm>
  /** Gives the disk's room back. */
  close(): Promise<void>
}

export class UnreadableForm extends Error {
  override name = 'UnreadableForm'
}

/** More than any form of ours has. Further files are left out: so many are refused in words by whoever reads the form. */
const LIMITS = { files: 20, fields: 100, parts: 120, fieldSize: 64 * 1024, headerPairs: 20, headerSize: 16 * 1024 }

/**
 * @param contentType of multipart/form-data
 * @param folder is made when the first file comes
 */
export function openFormSpool(contentType: string, folder: string): FormSpool {
  const fields = new FormData()
  /** In the order of the form, whichever is on the disk first. */
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
    // An empty file without a name is what a form without a chosen file sends.
    if (!name) return void stream.resume()
    const spooling = spool(field, name, stream)
    spooling.catch(fail)
    spooled.push(spooling)
  })

  async function spool(field: string, name: string, stream: Readable) {
    const opening = openUnnamed(folder)
    // Before the stream itself breaks, which would look like the sender's fault.
    opening.catch(fail)
    handles.push(opening)
    let size = 0
    const disk = new Writable({
      construct: (done) => void opening.then(() => done(), done),
      write(piece: Uint8Array, _encoding, done) {
        size += piece.byteLength
        const writing = opening.then((handle) => handle.appendFile(piece))
        writing.catch(fail)
        writing.then(() => done(), done)
      },
    })
    await pipeline(stream, disk, { signal: closing.signal })
    return { field, file: spooledFile(nameOf(name), size, await opening) }
  }

  return {
    write: (piece) =>
      Promise.race([
        failure,
        new Promise<void>((resolve, reject) => parser?.write(piece, (error) => (error ? reject(error) : resolve()))),
      ]),
    async end() {
      const finished = new Promise((resolve) => parser?.once('finish', resolve))
      parser?.end()
      await Promise.race([failure, finished])
      return { fields, files: await Promise.race([failure, Promise.all(spooled)]) }
    },
    async close() {
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
      // As browsers and the Fetch standard do.
      isPartAFile: (_field, _type, name) => name !== undefined,
    })
    return parser.on('error', onError)
  } catch (error) {
    onError(error)
    return undefined
  }
}

/** Without a name from the beginning: however this process ends, the system gives the room back. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return handle
}

function spooledFile(name: string, size: number, handle: FileHandle): UploadedFile {
  return {
    name,
    size,
    async arrayBuffer() {
      const bytes = new Uint8Array(size)
      const { bytesRead } = await handle.read(bytes, 0, size, 0)
      if (bytesRead !== size) throw new Error(`Only ${bytesRead} of ${size} bytes of an upload could be read again`)
      return bytes.buffer
    },
  }
}

/** Browsers write quotation marks and line breaks of a file's name like this. */
function nameOf(name: string): string {
  return name.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ')
}
