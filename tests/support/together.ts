// Runs many test files in one process, so that not each of them loads Node and the shop again (scripts/steps.mjs).
// Arguments: an empty folder that the processes of a run share, and all files of the run.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { END_MS, endIfHung } from './preload.ts'
import { followTests } from './runner-hooks.ts'

const [taken = '', ...files] = process.argv.slice(2)
let current = 0

// A fixture registers hooks of the test file that imports it, so each test file needs a fixture of its own.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    return /-fixture\.ts$/.test(found.url) ? { ...found, url: `${found.url}?file=${current}` } : found
  },
})

// A test may wait for something that does not keep the process alive.
const alive = setInterval(() => {}, END_MS)
for (const [number, file] of files.entries()) {
  if (!take(number)) continue
  current = number
  followTests(true)
  await describe(file, { timeout: END_MS }, async () => {
    await import(pathToFileURL(resolve(file)).href)
    followTests(false)
  })
}
clearInterval(alive)
// All have ended, so only what one of them has left open can last.
endIfHung('the tests before', 30_000)

/** Each process takes the next file that no other has taken. */
function take(number: number): boolean {
  try {
    writeFileSync(join(taken, String(number)), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
