import assert from 'node:assert/strict'
import type { BrowserContext } from '@playwright/test'

/** What no page may do unless a test says so: errors in the console or uncaught, broken policies, failed requests. */
export class Trouble {
  readonly #found: string[] = []
  // A picture that would have moved to the next page stays behind when somebody is faster: the browser calls it an error.
  readonly #expected: RegExp[] = [/^uncaught: .*Transition was skipped/]

  watch(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`console: ${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) =>
      this.#found.push(`uncaught: ${error.error().stack || error.error().message} on ${error.page()?.url()}`),
    )
    context.on('response', (answer) => {
      if (answer.status() >= 400)
        this.#found.push(`answered ${answer.status()}: ${answer.request().method()} ${answer.url()}`)
    })
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // The browser drops what a page has no use for any more when it leaves it.
      if (why !== 'net::ERR_ABORTED') this.#found.push(`failed: ${request.method()} ${request.url()} ${why}`)
    })
  }

  /** Troubles that belong to the story: `/answered 404.*productinfo/`, and the browser's own line about it. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns)
  }

  expectNone() {
    const unexpected = this.#found.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
    assert.deepEqual(unexpected, [], 'Something went wrong in a page')
  }
}
