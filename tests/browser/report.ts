import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'

/** Says what failed and counts the rest. */
export default class Report implements Reporter {
  private passed = 0
  private failed = 0

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === 'skipped') return
    if (result.status === test.expectedStatus) {
      this.passed += 1
      return
    }
    this.failed += 1
    console.log(`✗ ${test.titlePath().filter(Boolean).join(' › ')} (${test.location.file}:${test.location.line})`)
    for (const error of result.errors) this.onError(error)
    for (const { name, path } of result.attachments) if (path) console.log(`  ${name}: ${path}`)
  }

  /** Also what went wrong outside of any test. */
  onError(error: TestError): void {
    console.log(`${error.message ?? error.value ?? ''}\n${error.snippet ?? ''}\n${error.stack ?? ''}`.trimEnd())
  }

  onEnd(result: FullResult): void {
    const counts = { passed: this.passed, failed: this.failed }
    console.log(
      `browser tests: ${counts.passed} passed, ${counts.failed} failed (${Math.round(result.duration / 1000)} s)`,
    )
    if (process.env.GAMLA_TEST_COUNTS) writeFileSync(process.env.GAMLA_TEST_COUNTS, JSON.stringify(counts))
  }

  printsToStdio(): boolean {
    return true
  }
}
