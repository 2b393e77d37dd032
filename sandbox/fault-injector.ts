import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * What can go wrong on the way, in the order of its harm: a refusal (429, 500 …), no answer at all although nothing was
 * done, and after everything was done an answer that gets lost, or never comes.
 */
export type Fault = { status: number; description?: string } | 'silence' | 'lost-answer' | 'held-answer'

/** A script of bad days: what happens to the next requests of each kind. Without one, all days are good. */
export class FaultInjector {
  readonly #refuse: (c: Context, status: number, description: string) => Response
  readonly #script: { request: RegExp; trouble: Fault; meet: () => void }[] = []

  /** @param refuse in the provider's own words; without, in Razorpay's */
  constructor(refuse = refuseInJson) {
    this.#refuse = refuse
  }

  /**
   * @param request as in `POST /v1/orders`
   * @returns resolves when the trouble has met a request
   */
  expect(request: RegExp, trouble: Fault): Promise<void> {
    return new Promise((meet) => this.#script.push({ request, trouble, meet }))
  }

  /** Troubles that have met nobody are called off. */
  clear(): void {
    this.#script.length = 0
  }

  readonly middleware: MiddlewareHandler = async (c, next) => {
    const name = `${c.req.method} ${c.req.path}`
    const index = this.#script.findIndex(({ request }) => request.test(name))
    const [met] = index < 0 ? [] : this.#script.splice(index, 1)
    if (!met) return next()
    const { trouble, meet } = met
    if (trouble === 'silence') {
      meet()
      await gone(c.req.raw.signal)
      return c.body(null, 500)
    }
    if (trouble === 'held-answer') {
      await next()
      meet()
      await gone(c.req.raw.signal)
      return undefined
    }
    if (trouble === 'lost-answer') {
      await next()
      meet()
      c.res = new Response(new ReadableStream({ start: (body) => body.error(new Error('The answer got lost')) }))
      return undefined
    }
    meet()
    const { status, description = 'A bad day' } = trouble
    return this.#refuse(c, status, description)
  }
}

function refuseInJson(c: Context, status: number, description: string): Response {
  const code = status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR'
  return c.json({ error: { code, description } }, status as ContentfulStatusCode)
}

function gone(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })
}
