import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { readJson } from '#domain/text.ts'
import { AnswerLostError, ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { createThrottledLog, type Log } from '#server/observability/log.ts'

type Options = {
  url: string
  timeoutMs: number
  headers?: Record<string, string>
  httpFetch?: typeof fetch
  /** Pauses before each retry of a request that may be repeated. */
  pausesMs?: readonly number[]
  log?: Pick<Log, 'info'> | undefined
}

export type ProviderRequest = {
  path: string
  /** Sent as JSON by POST; a request without a body is a GET. */
  body?: object
  /** Sent as they are, instead of `body`. */
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** For messages, instead of the path. */
  name?: string
}

/** A whole answer, of whatever status. `json` is undefined when the text is none. */
export type ProviderAnswer = {
  /** For messages, such as `GET /orders`. */
  name: string
  status: number
  isOk: boolean
  text: string
  json: unknown
  retryAfterMs: number
}

const MAX_BYTES = 1024 * 1024
/** A provider that asks for a longer pause gets it from the job that failed, which is retried later. */
const MAX_PAUSE_MS = 5000

/** The HTTP client of all providers. A redirect counts as no answer, because it would carry our keys somewhere else. */
export function createHttpClient({ url, timeoutMs, headers, httpFetch = fetch, pausesMs = [], log }: Options) {
  const logThrottled = log && createThrottledLog({ error: (line) => log.info(line) })

  return {
    /** @throws ProviderUnavailableError when it was not sent, AnswerLostError without a whole answer in time */
    async send(request: ProviderRequest): Promise<ProviderAnswer> {
      const { path, body, bytes } = request
      const content = bytes ?? (body && JSON.stringify(body))
      const method = content === undefined ? 'GET' : 'POST'
      const name = request.name ?? `${method} ${path}`
      const answer = await httpFetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...request.headers },
        ...(content !== undefined && { body: content }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      }).catch((cause) => {
        throw new (wasSent(cause) ? AnswerLostError : ProviderUnavailableError)(`${name} was not answered`, { cause })
      })
      const text = await readText(answer, name)
      const { status, ok: isOk } = answer
      const retryAfterMs = 1000 * (Number(answer.headers.get('retry-after')) || 0)
      return { name, status, isOk, text, json: readJson(text), retryAfterMs }
    },

    /** @param work may be repeated: it only reads, or has an idempotency key */
    async retry<T>(work: () => Promise<T>): Promise<T> {
      for (const pause of pausesMs) {
        try {
          return await work()
        } catch (error) {
          if (!(error instanceof ProviderUnavailableError) || error.retryAfterMs > MAX_PAUSE_MS) throw error
          logThrottled?.(`${new URL(url).host} gave no usable answer and is asked again`)
          await sleep(Math.max(pause, error.retryAfterMs))
        }
      }
      return work()
    },
  }
}

/** Codes of a connection that was never made: no such host, nobody there, or a certificate that does not fit. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/

function wasSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return !(cause instanceof Error && 'code' in cause && NO_CONNECTION.test(String(cause.code)))
}

/**
 * @param reason the provider's own words, if it gave any
 * @throws ProviderRejectedError, or ProviderUnavailableError when it may work later
 */
export function parseAnswer<T>(schema: v.GenericSchema<unknown, T>, answer: ProviderAnswer, reason?: string): T {
  if (!answer.isOk) throw failureOf(answer, reason)
  const parsed = v.safeParse(schema, answer.json)
  if (parsed.success) return parsed.output
  throw new ProviderUnavailableError(`${answer.name} got an unexpected answer: ${parsed.issues[0].message}`)
}

/** Rate limits, conflicts and server errors are temporary; any other error is final. */
export function failureOf({ name, status, retryAfterMs }: ProviderAnswer, reason?: string): Error {
  const message = `${name} was rejected with ${status} (${reason ?? 'no reason given'})`
  return status === 408 || status === 409 || status === 429 || status >= 500
    ? new ProviderUnavailableError(message, { retryAfterMs })
    : new ProviderRejectedError(message, { reason })
}

async function readText(answer: Response, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_BYTES) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new AnswerLostError(`${name} got an incomplete answer`, { cause })
  }
  if (size > MAX_BYTES) throw new ProviderUnavailableError(`${name} got too long an answer`)
  return Buffer.concat(chunks).toString('utf8')
}
