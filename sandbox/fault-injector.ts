import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * From harmless to harmful: a late response; an error response; no response and nothing done; and, after the request was
 * processed, a response that breaks off or never comes.
 */
export type Fault =
  | { delayMs: number }
  | { status: number; description?: string }
  | 'no-response'
  | 'broken-response'
  | 'withheld-response'

/** Injects faults into the next matching requests. */
export class FaultInjector {
  readonly #reject: (c: Context, status: number, description: string) => Response
  readonly #planned: { request: RegExp; fault: Fault; onInject: () => void }[] = []

  /** @param reject responds in the provider's error format, by default Razorpay's */
  constructor(reject = rejectInJson) {
    this.#reject = reject
  }

  /**
   * @param request as in `POST /v1/orders`
   * @returns resolves when a request meets the fault
   */
  expect(request: RegExp, fault: Fault): Promise<void> {
    return new Promise((onInject) => this.#planned.push({ request, fault, onInject }))
  }

  /** Removes faults that no request has met. */
  clear(): void {
    this.#planned.length = 0
  }

  /** The fault that was planned for this request; call `onInject` when the request has met it. */
  take(name: string): { fault: Fault; onInject: () => void } | undefined {
    const index = this.#planned.findIndex(({ request }) => request.test(name))
    return index < 0 ? undefined : this.#planned.splice(index, 1)[0]
  }

  readonly middleware: MiddlewareHandler = async (c, next) => {
    const name = `${c.req.method} ${c.req.path}`
    const planned = this.take(name)
    if (!planned) return next()
    const { fault, onInject } = planned
    if (fault === 'no-response') {
      onInject()
      await aborted(c.req.raw.signal)
      return c.body(null, 500)
    }
    if (fault === 'withheld-response') {
      await next()
      onInject()
      await aborted(c.req.raw.signal)
      return undefined
    }
    if (fault === 'broken-response') {
      await next()
      onInject()
      c.res = new Response(new ReadableStream({ start: (body) => body.error(new Error('The response broke off')) }))
      return undefined
    }
    onInject()
    if ('delayMs' in fault) {
      await sleep(fault.delayMs)
      return next()
    }
    const { status, description = 'Injected fault' } = fault
    return this.#reject(c, status, description)
  }
}

function rejectInJson(c: Context, status: number, description: string): Response {
  const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR'
  return c.json({ error: { code, description } }, status as ContentfulStatusCode)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}
