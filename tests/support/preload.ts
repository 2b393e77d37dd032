// Loaded first by every process that runs test files (scripts/steps.mjs).
import { relative } from 'node:path'
import './fast-drizzle.ts'
import { rounds } from './rounds.ts'
import './runner-hooks.ts'

/** The slowest file takes less than a minute on an idle machine; with all rounds some minutes. */
export const END_MS = rounds({ few: 480_000, all: 1_200_000 })

// `--test-timeout` ends a test, but not a file that something open keeps alive. The runner itself has no context.
if (process.env.NODE_TEST_CONTEXT) endIfHung(relative(process.cwd(), process.argv[1] ?? ''))

export function endIfHung(what: string, afterMs = END_MS): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`Test file did not end within ${afterMs / 60_000} minutes: ${what} (open: ${open})`)
    process.exit(1)
  }, afterMs).unref()
}
