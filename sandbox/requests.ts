import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'

/** An error response of a provider; `errors` are those of single fields. */
export class RequestRejected extends Error {
  readonly status: number
  readonly errors: Record<string, string[]> | undefined
  constructor(description: string, status = 400, errors?: Record<string, string[]>) {
    super(description)
    this.status = status
    this.errors = errors
  }
}

/** Empty for a body that is no JSON object. */
export async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  return body !== null && typeof body === 'object' ? { ...body } : {}
}

export function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Logs an error as one line of JSON, in the format of the shop's log. Its message is left out, because it may repeat a
 * client's input.
 */
export function logError({ name, message, stack = '' }: Error): void {
  const frames = stack.slice(Math.max(0, stack.indexOf(message)) + message.length).split('\n')
  const place = frames.find((line) => line.startsWith('    at ') && line.includes(':'))?.trim() ?? 'at an unknown place'
  console.error(
    JSON.stringify({
      time: new Date().toISOString(),
      level: 'error',
      message: 'Sandbox error',
      error: `${name} ${place}`,
    }),
  )
}
