import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '#server/config.ts'

/** An in-memory S3 store with the operations that the shop uses; it accepts every signature. */
export async function openBucket(): Promise<{ s3: S3Config; objects: Map<string, Buffer>; close(): void }> {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const key = decodeURIComponent(url.pathname).replace(/^\/pots\/?/, '')
    const object = objects.get(key)
    if (url.searchParams.has('list-type')) return response.end(list(objects, url.searchParams))
    if (request.method === 'PUT') objects.set(key, await buffer(request))
    else if (request.method === 'DELETE') objects.delete(key)
    else if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    else return response.writeHead(200, { 'content-length': object.length }).end(object)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return {
    s3: { endpoint, region: 'auto', bucket: 'pots', ...keys, publicUrl: undefined },
    objects,
    close: () => server.close(),
  }
}

const PAGE = 10

function list(objects: Map<string, Buffer>, asked: URLSearchParams): string {
  const [prefix, after] = [asked.get('prefix') ?? '', asked.get('continuation-token') ?? '']
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, PAGE)
  const more = keys.length > PAGE
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${
    more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  }${page.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`).join('')}</ListBucketResult>`
}
