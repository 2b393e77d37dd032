import assert from 'node:assert/strict'
import type { BrowserContext } from '@playwright/test'

/** Collects console errors, uncaught errors, policy violations and failed requests; a test fails on unexpected ones. */
export class Trouble {
  readonly #found: string[] = []
  // Errors that a faster navigation causes: a view transition is skipped, and React Router aborts its fetchers' loads,
  // whose stream nobody waits for once its first line has come.
  readonly #expected: RegExp[] = [
    /^uncaught: .*Transition was skipped/,
    /^uncaught: AbortError: (signal is aborted|BodyStreamBuffer was aborted)/,
  ]

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
      // The browser aborts pending requests when it leaves a page.
      if (why !== 'net::ERR_ABORTED') this.#found.push(`failed: ${request.method()} ${request.url()} ${why}`)
    })
  }

  /** Errors that the test provokes, such as `/answered 404.*productinfo/`. */
  expect(...patterns: RegExp[]) {
    this.#expected.push(...patterns)
  }

  expectNone() {
    const unexpected = this.#found.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
    assert.deepEqual(unexpected, [], 'Something went wrong in a page')
  }
}
