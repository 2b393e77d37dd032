import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config, S3Config } from '#server/config.ts'
import { syncFolder } from '#server/data-dir.ts'

/** Stores images under keys such as `productImages/1763700000000-bowl-4f1c/640.webp`. */
export type ImageStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  has(key: string): Promise<boolean>
  /** Undefined: not found. */
  read(key: string): Promise<Readable | undefined>
  list(prefix: string): AsyncIterable<string>
  /** Makes everything that was put so far survive a power cut. */
  sync(): Promise<void>
  /** Missing keys are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Public URL of the store; undefined: the shop serves the images. */
  publicUrl: string | undefined
}

const CONNECT_MS = 3000
const ANSWER_MS = 8000
/** No `..`, no hidden files. */
const PLAIN_KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
const YEAR = 'public, max-age=31536000, immutable'

/** The configured S3 store, without connecting yet, or the data folder. */
export async function openImages({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<ImageStore> {
  return s3 ? openBucket(s3) : openFolder(`${dataDir}/images`)
}

async function openFolder(location: string): Promise<ImageStore> {
  await mkdir(location, { recursive: true })
  const disk = new Disk(new FSDriver({ location, visibility: 'public' }))
  return {
    async put(key, bytes) {
      if (!PLAIN_KEY.test(key)) throw new Error(`Invalid image key: ${JSON.stringify(key)}`)
      await writeAtomically(join(location, key), bytes)
    },
    has: (key) => disk.exists(key),
    // getStream reports a missing file only on the first read.
    read: async (key) => ((await disk.exists(key)) ? disk.getStream(key) : undefined),
    list: (prefix) => listKeys(disk, prefix),
    // `put` has synced the files; their names need a sync of the folders.
    async sync() {
      const entries = await readdir(location, { recursive: true, withFileTypes: true })
      const folders = entries
        .filter((entry) => entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name))
      for (const folder of [location, dirname(location), ...folders]) await syncFolder(folder)
    },
    async remove(keys) {
      const folders = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))))
      for (const folder of folders) await disk.deleteAll(folder)
    },
    publicUrl: undefined,
  }
}

/**
 * Writes a file atomically: to a temporary file, synced to disk, then renamed. flydrive writes in place and does not sync.
 */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const draft = `${path}.part`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, bytes, { flush: true })
  await rename(draft, path)
  await syncFolder(folder)
}

/** Imports the large AWS client only when it is needed. */
async function openBucket({ endpoint, region, bucket, publicUrl, ...credentials }: S3Config): Promise<ImageStore> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    endpoint,
    region,
    bucket,
    credentials,
    // Path-style buckets and no newer checksums, for the widest S3 compatibility.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    supportsACL: false,
    visibility: 'private',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  })
  const disk = new Disk(driver)
  return {
    put: (key, bytes) => disk.put(key, bytes, { cacheControl: YEAR, contentLength: bytes.byteLength }),
    has: (key) => disk.exists(key),
    read: (key) => disk.getStream(key).catch(undefinedIfMissing),
    list: (prefix) => listKeys(disk, prefix),
    // S3 confirms only durable writes.
    sync: async () => {},
    async remove(keys) {
      await Promise.all(keys.map((key) => disk.delete(key)))
    },
    publicUrl,
  }
}

async function* listKeys(disk: Disk, prefix: string): AsyncGenerator<string> {
  let paginationToken: string | undefined
  do {
    const page = await disk
      .listAll(prefix, { recursive: true, ...(paginationToken && { paginationToken }) })
      .catch(noFolder)
    for (const object of page.objects) if (object.isFile) yield object.key
    paginationToken = page.paginationToken
  } while (paginationToken)
}

function noFolder(error: Error): { objects: never[]; paginationToken?: string } {
  if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return { objects: [] }
  throw error
}

/** flydrive reports a generic read error with the reason as its cause. */
function undefinedIfMissing(error: Error): undefined {
  const { cause } = error
  if (cause instanceof Error && cause.name === 'NoSuchKey') return undefined
  throw error
}
