import { data } from 'react-router'
import type { Log } from '#server/observability/log.ts'

/** A thrown response, or `data` with a status such as 404: an answer and no failure. */
export function isAnswer(error: unknown): boolean {
  return !(error instanceof Error)
}

/**
 * An optional read: when it fails, the error is logged, the shopper gets the message, and the page renders with the
 * fallback.
 */
export async function readOrFallback<T>(
  shop: { log: Pick<Log, 'error'> },
  { read, fallback, failures, message }: { read: () => Promise<T>; fallback: T; failures: string[]; message?: string },
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error(message ?? 'A read failed', error)
    if (message) failures.push(message)
    return fallback
  }
}

/** Reads what the page cannot do without. @throws a 503 with the message, for the page's error boundary */
export async function readOrFail<T>(
  shop: { log: Pick<Log, 'error'> },
  message: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isAnswer(error)) throw error
    shop.log.error(message, error)
    throw data(message, { status: 503 })
  }
}

/** 503 for a page with failures, so that it is neither cached nor indexed. */
export function statusFor(failures: readonly string[]): { status: number } {
  return { status: failures.length > 0 ? 503 : 200 }
}
