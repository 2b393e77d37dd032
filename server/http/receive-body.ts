/** Why a body was not read to its end; what is left of it makes the connection useless for another request. */
export type Cut = 'too-large' | 'too-slow' | 'broken'

type RateLimiter = {
  /** Bytes; a body that says that it is larger is not read at all. */
  most: number
  /** So long nothing may arrive. */
  idleMs?: number
}

const IDLE_MS = 20_000

/** Hands on a body piece by piece, as it arrives and when the last piece has been taken. */
export async function readPieces(
  request: Request,
  { most, idleMs = IDLE_MS }: RateLimiter,
  take: (piece: Uint8Array) => unknown,
): Promise<Cut | undefined> {
  if (Number(request.headers.get('content-length')) > most) return 'too-large'
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
    if (size > most) return 'too-large'
    await take(next.value)
  }
}

/** A whole body in memory. */
export async function readBody(request: Request, limits: RateLimiter): Promise<Uint8Array<ArrayBuffer> | Cut> {
  const pieces: Uint8Array[] = []
  const cut = await readPieces(request, limits, (piece) => pieces.push(piece))
  return cut ?? new Uint8Array(Buffer.concat(pieces))
}

async function inTime<T>(work: Promise<T> | undefined, ms: number): Promise<T | 'too-slow' | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<'too-slow'>()
  const timer = setTimeout(resolve, ms, 'too-slow')
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
