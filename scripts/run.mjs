import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const running = new Set()
/** The signal that ended this script's work, if one did. */
let interruption

/** Runs a script's work and sets its exit code; Ctrl-C ends it without an error message. */
export async function main(work) {
  // When the reader of the output ends, as with `npm test | head`, the script must still clean up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C arrives twice: from the terminal and from npm.
      if (interruption) return
      interruption = signal
      for (const child of running) child.kill(signal)
    })
  }
  let code = 1
  try {
    code = (await work()) ?? 0
  } catch (error) {
    if (!interruption) console.error(error.message)
  }
  process.exit(interruption ? 128 + constants.signals[interruption] : code)
}

/**
 * Runs a program.
 * @returns its output
 * @throws with its output when it fails
 */
export async function run(command, args, options) {
  const { code, output } = await tryRun(command, args, options)
  if (code === 0) return output
  throw new Error(`${output}\n${[command, ...args].join(' ')} ended with ${code}`)
}

/** Runs a program that may fail. */
export function tryRun(command, args, options = {}) {
  stopIfInterrupted()
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, output: output + error.message })
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      if (interruption) reject(new Error(`Interrupted by ${interruption}`))
      else resolve({ code: code ?? signal, output })
    })
  })
}

export function stopIfInterrupted() {
  if (interruption) throw new Error(`Interrupted by ${interruption}`)
}
