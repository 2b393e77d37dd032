/** Why a body was not read completely. The unread rest makes the connection unusable for another request. */
export type BodyError = 'too-large' | 'too-slow' | 'broken'

type Limits = {
  /** A larger `content-length` is rejected without reading. */
  maxBytes: number
  /** The longest pause between two chunks. */
  idleMs?: number
}

const IDLE_MS = 20_000

/** Streams a body in chunks, and reads the next one only when the previous one was consumed. */
export async function readChunks(
  request: Request,
  { maxBytes, idleMs = IDLE_MS }: Limits,
  take: (chunk: Uint8Array) => unknown,
): Promise<BodyError | undefined> {
  if (Number(request.headers.get('content-length')) > maxBytes) return 'too-large'
  const reader = request.body?.getReader()
  let size = 0
  for (;;) {
    const next = await inTime(
      reader?.read().catch(() => 'broken' as const),
      idleMs,
    )
    if (next === 'broken' || next === 'too-slow') return next
    if (!next || next.done) return undefined
    size += next.value.byteLength
    if (size > maxBytes) return 'too-large'
    await take(next.value)
  }
}

/** Reads a whole body into memory. */
export async function readBody(request: Request, limits: Limits): Promise<Uint8Array<ArrayBuffer> | BodyError> {
  const chunks: Uint8Array[] = []
  const error = await readChunks(request, limits, (chunk) => chunks.push(chunk))
  return error ?? new Uint8Array(Buffer.concat(chunks))
}

async function inTime<T>(work: T | Promise<T>, ms: number): Promise<T | 'too-slow'> {
  const { promise: late, resolve } = Promise.withResolvers<'too-slow'>()
  const timer = setTimeout(resolve, ms, 'too-slow')
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
