import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { MEDIA, MEDIA_NAMES } from '#domain/catalog/media.ts'
import type { Config, S3Config } from '#server/config.ts'
import { syncFolder } from '#server/data-dir.ts'

/** Stores images under keys such as `productImages/1763700000000-bowl-4f1c/640.webp`. */
export type ImageStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  has(key: string): Promise<boolean>
  /** Undefined: not found. @param range first and last byte; absent: all */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** Bytes; undefined: not found. */
  size(key: string): Promise<number | undefined>
  /** The keys in this folder and below it. */
  list(folder: string): AsyncIterable<string>
  /** Makes everything that was put so far survive a power cut. */
  sync(): Promise<void>
  /** Missing keys are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Public URL of the store; undefined: the shop serves the images. */
  publicUrl: string | undefined
}

export type ByteRange = { start: number; end: number }

/** For a whole request, with its body, and as much again for each megabyte of it. */
const ANSWER_MS = 10_000
const MEGABYTE = 1024 * 1024
/** No `..`, no hidden files. */
const PLAIN_KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/
/** Browsers fetch images from a public bucket themselves. */
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  ...Object.fromEntries(MEDIA_NAMES.map((name) => [extname(MEDIA[name].file), MEDIA[name].type])),
}
const YEAR = 'public, max-age=31536000, immutable'

/** The configured S3 store, without connecting yet, or the data folder. */
export async function openImages({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<ImageStore> {
  return s3 ? openBucket(s3) : openFolder(`${dataDir}/images`)
}

async function openFolder(location: string): Promise<ImageStore> {
  await mkdir(location, { recursive: true })
  const pathOf = (key: string) => {
    if (!PLAIN_KEY.test(key)) throw new Error(`Invalid image key: ${JSON.stringify(key)}`)
    return join(location, key)
  }
  const has = async (key: string) =>
    PLAIN_KEY.test(key) &&
    access(pathOf(key)).then(
      () => true,
      () => false,
    )
  return {
    put: async (key, bytes) => writeAtomically(pathOf(key), bytes),
    has,
    // A stream reports a missing file only on the first read.
    read: async (key, range) => ((await has(key)) ? createReadStream(pathOf(key), range) : undefined),
    size: async (key) => ((await has(key)) ? (await stat(pathOf(key))).size : undefined),
    async *list(folder) {
      const entries = await readdir(join(location, folder), { recursive: true, withFileTypes: true }).catch(noFolder)
      for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
        yield relative(location, join(parentPath, name))
    },
    // `put` has synced the files; their names need a sync of the folders.
    async sync() {
      const entries = await readdir(location, { recursive: true, withFileTypes: true })
      const folders = entries
        .filter((entry) => entry.isDirectory())
        .map(({ parentPath, name }) => join(parentPath, name))
      for (const folder of [location, dirname(location), ...folders]) await syncFolder(folder)
    },
    async remove(keys) {
      const folders = new Set(keys.map((key) => dirname(pathOf(key))))
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
    publicUrl: undefined,
  }
}

function noFolder(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Writes a file atomically: to a temporary file, synced to disk, then renamed. */
async function writeAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  const draft = `${path}.part`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, bytes, { flush: true })
  await rename(draft, path)
  await syncFolder(folder)
}

/** A bucket by its path (`endpoint/bucket`), for the widest S3 compatibility. */
function openBucket({ endpoint, region, bucket, publicUrl, ...credentials }: S3Config): ImageStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 1 })
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`

  /** @returns undefined: not found */
  async function ask(path: string, init: RequestInit = {}, megabytes = 0): Promise<Response | undefined> {
    const signal = AbortSignal.timeout(ANSWER_MS * (1 + Math.ceil(megabytes)))
    const response = await client.fetch(`${root}${path}`, { ...init, signal })
    if (response.ok) return response
    const problem = await response.text()
    if (response.status === 404 && !problem.includes('NoSuchBucket')) return undefined
    throw new Error(`The image store answered ${response.status}: ${problem.slice(0, 200)}`)
  }

  return {
    async put(key, bytes) {
      const type = TYPES[extname(key)] ?? 'application/octet-stream'
      const headers = { 'content-type': type, 'cache-control': YEAR, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
      const stored = await ask(`/${key}`, { method: 'PUT', body: Buffer.from(bytes), headers }, bytes.length / MEGABYTE)
      if (!stored) throw new Error('The image store has no such bucket')
    },
    has: async (key) => (await ask(`/${key}`, { method: 'HEAD' })) !== undefined,
    async read(key, range) {
      const headers: HeadersInit = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await ask(`/${key}`, { headers }, range ? (range.end - range.start) / MEGABYTE : 0)
      return response?.body ? Readable.fromWeb(response.body as ReadableStream) : undefined
    },
    async size(key) {
      const response = await ask(`/${key}`, { method: 'HEAD' })
      return response && Number(response.headers.get('content-length'))
    },
    async *list(folder) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query: URLSearchParams = new URLSearchParams({
          'list-type': '2',
          prefix: `${folder}/`,
          ...(after && { 'continuation-token': after }),
        })
        const page: string = (await (await ask(`?${query}`))?.text()) ?? ''
        yield* listElements(page, 'Key')
        after = listElements(page, 'NextContinuationToken')[0]
      }
    },
    // S3 confirms only durable writes.
    sync: async () => {},
    async remove(keys) {
      await Promise.all(keys.map((key) => ask(`/${key}`, { method: 'DELETE' })))
    },
    publicUrl,
  }
}

/** The texts of these XML elements; keys of ours have no character that XML escapes (`PLAIN_KEY`). */
function listElements(xml: string, name: string): string[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('<')))
}
