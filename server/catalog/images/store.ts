import { mkdir, open, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config, S3Config } from '#server/config.ts'

/** Where pictures are kept, under keys such as `productImages/1763700000000-bowl-4f1c/640.webp`. */
export type ImageStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  has(key: string): Promise<boolean>
  /** Undefined: there is no such picture. */
  read(key: string): Promise<Readable | undefined>
  /** Every key that begins so. */
  list(prefix: string): AsyncIterable<string>
  /** All that was put so far is found again after a power cut. */
  sync(): Promise<void>
  /** Removes these, whether they are there or not. */
  remove(keys: readonly string[]): Promise<void>
  /** Where browsers fetch pictures by themselves; undefined: from the shop. */
  publicUrl: string | undefined
}

/** No person waits longer for a store that does not answer. */
const CONNECT_MS = 3000
const ANSWER_MS = 8000
/** No way up, no hidden file. */
const PLAIN_KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
const YEAR = 'public, max-age=31536000, immutable'

/** The S3 store of the configuration, of which nothing is asked yet, or the data folder. */
export async function openImages({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<ImageStore> {
  return s3 ? openBucket(s3) : openFolder(`${dataDir}/images`)
}

async function openFolder(location: string): Promise<ImageStore> {
  await mkdir(location, { recursive: true })
  const disk = new Disk(new FSDriver({ location, visibility: 'public' }))
  return {
    async put(key, bytes) {
      if (!PLAIN_KEY.test(key)) throw new Error(`A picture cannot be kept under ${JSON.stringify(key)}`)
      await putWhole(join(location, key), bytes)
    },
    has: (key) => disk.exists(key),
    // Opening a file that is not there fails only when it is read from.
    read: async (key) => ((await disk.exists(key)) ? disk.getStream(key) : undefined),
    list: (prefix) => listKeys(disk, prefix),
    // `put` has written the files; their names are in the folders.
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
 * Under its name it is whole or not there, also after a power cut: written beside it, brought to the disk, and named last.
 * flydrive writes in place, and does not wait for the disk.
 */
async function putWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const draft = `${path}.part`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, bytes, { flush: true })
  await rename(draft, path)
  const entries = await open(folder)
  await entries.sync().finally(() => entries.close())
}

/** The AWS client is large, so it is read only by shops that need it. */
async function openBucket({ endpoint, region, bucket, publicUrl, ...credentials }: S3Config): Promise<ImageStore> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    endpoint,
    region,
    bucket,
    credentials,
    // Buckets in the path and no newer checksums: what every S3-compatible store understands.
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
    read: (key) => orUndefined(() => disk.getStream(key)),
    list: (prefix) => listKeys(disk, prefix),
    // A store that has said yes has done it.
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

/** flydrive says "cannot read" and keeps the reason as its cause. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if ((error as Error).cause instanceof Error && ((error as Error).cause as Error).name === 'NoSuchKey')
      return undefined
    throw error
  }
}
