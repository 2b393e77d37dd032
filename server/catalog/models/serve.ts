import { LRUCache } from 'lru-cache'
import type { CacheEntry, EncodedResponse } from '#server/cache/page-cache.ts'
import type { ConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { plain } from '#server/http/plain-response.ts'
import { brotli, hashOf, type ModelFile, modelFiles, packModel } from './library.ts'

const FOLDER = 'photography/models'
const MAX_BYTES = 32 * 1024 * 1024
/** For a day a browser may use the model that it has; afterwards it asks whether there is a new one. */
const CACHING = 'public, max-age=86400, stale-while-revalidate=604800'
const TYPES = { glb: 'model/gltf-binary', usdz: 'model/vnd.usdz+zip' }

/**
 * Serves `/models/C02-grey-stone.glb` and the like. A model is packed and compressed on its first request, and then
 * cached while there is room.
 *
 * @param send sends a cached response in the encoding that the request accepts
 */
export function createModelEndpoint(
  limitConcurrency: ConcurrencyLimiter,
  send: (entry: CacheEntry, request: Request) => Response,
) {
  const packed = new LRUCache<string, CacheEntry, ModelFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ responses }) => responses.identity.body.byteLength + responses.br.body.byteLength,
    // Concurrent requests share one model.
    fetchMethod: (_name, _stale, { context }) => limitConcurrency(() => pack(context)),
  })
  return async (request: Request, name: string): Promise<Response> => {
    const file = modelFiles.get(name)
    const entry = file && (await packed.fetch(name, { context: file }))
    return entry ? send(entry, request) : plain(404, 'Model not found.')
  }
}

async function pack(file: ModelFile): Promise<CacheEntry> {
  const identity = await packModel(FOLDER, file)
  const hash = hashOf(identity)
  const plainly = respond(identity, `"${hash}"`)
  // A USDZ consists mostly of compressed pictures, and Quick Look downloads it as it is.
  const compressed = file.format === 'glb' ? respond(await brotli(identity), `"${hash}-br"`, 'br') : plainly
  return { status: 200, responses: { br: compressed, gzip: plainly, identity: plainly } }

  function respond(body: Buffer, etag: string, encoding?: string): EncodedResponse {
    const headers = {
      'content-type': TYPES[file.format],
      'content-length': String(body.byteLength),
      'cache-control': CACHING,
      vary: 'accept-encoding',
      etag,
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { etag, headers: Object.entries(headers), body }
  }
}
