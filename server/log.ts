/** What the shop tells its operator: news on stdout, trouble on stderr, one line each. */
export type Log = {
  info(line: string): void
  error(line: string, error?: unknown): void
  /** Runs a piece of work; if it takes over a second, says what is being waited for. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
}

export function createLog(): Log {
  // A terminal that was closed, or `npm start | head`, must not take the shop down.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  return {
    info: (line) => console.log(line),
    error: (line, error) =>
      console.error(`${new Date().toISOString()} ${error === undefined ? line : `${line}: ${describeError(error)}`}`),
    async step(label, work) {
      const timer = setTimeout(() => console.log(`${label} …`), 1000)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** For tests, and for commands whose output is an answer. */
export const silentLog: Log = { info() {}, error() {}, step: (_label, work) => work() }

/** Message, code, stack and causes in one line, so that a search finds the whole story. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error))
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  const cause = error.cause === undefined ? '' : ` | caused by ${describeError(error.cause)}`
  return `${error.name}: ${withoutValues(error.message)}${code}${oneLine(` ${frames.join(' ')}`)}${cause}`.trimEnd()
}

/** Drizzle's messages end in the values of the query, which may be somebody's address. */
function withoutValues(message: string): string {
  return oneLine(message.replace(/\nparams: .*/s, ''))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
