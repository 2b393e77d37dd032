// Loaded first by every process that runs a test file (scripts/steps.mjs).
import { relative } from 'node:path'
import './fast-drizzle.ts'

/** The slowest file takes half a minute on an idle machine. */
const END_MS = 300_000

// `--test-timeout` ends a test, but not a file that something open keeps alive. The runner itself has no context.
if (process.env.NODE_TEST_CONTEXT) {
  setTimeout(() => {
    const file = relative(process.cwd(), process.argv[1] ?? '')
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`Test file did not end within ${END_MS / 60_000} minutes: ${file} (open: ${open})`)
    process.exit(1)
  }, END_MS).unref()
}
