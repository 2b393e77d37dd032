import { readFileSync, writeFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'

/** Prints failures and counts the rest. */
export default class Report implements Reporter {
  private passed = 0
  private failed = 0
  private readonly secondTries: string[] = []
  /** The first lines of each flaky test's errors. */
  private readonly reasons = new Map<TestCase, string>()

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return
    const name = `${test.titlePath().filter(Boolean).join(' › ')} (${test.location.file}:${test.location.line})`
    if (result.status === test.expectedStatus) {
      this.passed += 1
      if (result.retry > 0) this.secondTries.push(`${name}, because of: ${this.reasons.get(test)}`)
      return
    }
    if (result.retry < test.retries) {
      console.log(`? ${name}: tried once more, because of:`)
      // After a timeout, the second error says where the test stood.
      this.reasons.set(test, result.errors.map(firstLinesOf).join('; ') || 'nothing that it said')
    } else {
      this.failed += 1
      console.log(`✗ ${name}`)
    }
    for (const error of result.errors) this.onError(error)
    for (const { name, path } of result.attachments) {
      if (path) console.log(`  ${name}: ${path}`)
      // Of a run on another machine, what is printed is all that is left.
      if (path && name === 'error-context') console.log(pageIn(readFileSync(path, 'utf8')))
    }
  }

  /** Errors outside of tests. */
  onError(error: TestError): void {
    console.log(`${error.message ?? error.value ?? ''}\n${error.snippet ?? ''}\n${error.stack ?? ''}`.trimEnd())
  }

  onEnd(result: FullResult): void {
    const counts = { passed: this.passed, failed: this.failed }
    console.log(
      `browser tests: ${counts.passed} passed, ${counts.failed} failed (${Math.round(result.duration / 1000)} s)`,
    )
    for (const name of this.secondTries) console.log(`? passed only at the second try: ${name}`)
    if (process.env.GAMLA_TEST_COUNTS) writeFileSync(process.env.GAMLA_TEST_COUNTS, JSON.stringify(counts))
  }

  printsToStdio(): boolean {
    return true
  }
}

/** What Playwright noted of the page: its tree of roles and names. */
function pageIn(context: string): string {
  const from = context.lastIndexOf('```yaml')
  return from < 0
    ? ''
    : context
        .slice(from, from + 6000)
        .split('# Test source', 1)
        .join()
}

function firstLinesOf(error: TestError): string {
  const lines = (error.message ?? error.value ?? '').split('\n')
  return lines.filter(Boolean).slice(0, 6).join(' ').slice(0, 400)
}
