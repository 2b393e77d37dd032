// Loaded first by every process that runs a test file (scripts/steps.mjs).
import { registerHooks } from 'node:module'
import { relative } from 'node:path'

/** The slowest file takes half a minute on an idle machine. */
const END_MS = 300_000

// Node 24 parses the 170 KB of drizzle-orm's package.json again for each of its hundred modules, to learn that they are
// ECMAScript modules. Telling it saves every test file with a database half a second.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context
    if (!specifier.startsWith('.') || !/\/node_modules\/drizzle-orm\/.*\.js$/.test(parentURL))
      return nextResolve(specifier, context)
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})

// `--test-timeout` ends a test, but not a file that something open keeps alive. The runner itself has no context.
if (process.env.NODE_TEST_CONTEXT) {
  setTimeout(() => {
    const file = relative(process.cwd(), process.argv[1] ?? '')
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`Test file did not end within ${END_MS / 60_000} minutes: ${file} (open: ${open})`)
    process.exit(1)
  }, END_MS).unref()
}
