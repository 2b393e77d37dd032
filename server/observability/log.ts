import { requestId } from './request-id.ts'

/** What the shop tells its operator: news on stdout, trouble on stderr, one line each. */
export type Log = {
  info(line: string): void
  error(line: string, error?: unknown): void
  /** Runs a piece of work; if it takes over a second, says what is being waited for. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
}

export function createLog(): Log & { enableJson(): void } {
  let isJson = false

  // A terminal that was closed, or `npm start | head`, must not take the shop down.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  return {
    info: (line) => console.log(line),
    error(line, error) {
      const time = new Date().toISOString()
      const [message, described] = [redactPii(line), error === undefined ? undefined : describeError(error)]
      const request = requestId()
      if (isJson) console.error(JSON.stringify({ time, level: 'error', request, message, error: described }))
      else
        console.error(
          [time, request && `[${request}]`, described ? `${message}: ${described}` : message].filter(Boolean).join(' '),
        )
    },
    async step(label, work) {
      const timer = setTimeout(() => console.log(`${label} …`), 1000)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
      }
    },
    /** From now on trouble is told to programs that collect logs; news of the opening stays for people. */
    enableJson() {
      isJson = true
    },
  }
}

/** For tests, and for commands whose output is an answer. */
export const silentLog: Log = { info() {}, error() {}, step: (_label, work) => work() }

/** Message, code, stack and causes in one line, so that a search finds the whole story. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return redactPii(oneLine(String(error)))
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  const cause = error.cause === undefined ? '' : ` | caused by ${describeError(error.cause)}`
  return redactPii(
    `${error.name}: ${redactQueryValues(error.message)}${code}${oneLine(` ${framesOf(error).join(' ')}`)}${cause}`.trimEnd(),
  )
}

/** A place in a file. Whatever else stands in a stack may be a value. */
const PLACE = /(?:at |async |\()(?:file:|node:|\/|[A-Z]:\\)/

/** The stack begins with the message, a line of which may look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  const frames = start < 0 ? stack : stack.slice(start + message.length)
  return frames.split('\n').filter((line) => line.startsWith('    at ') && PLACE.test(line))
}

/** Drizzle's messages end in the values of the query, which may be somebody's address; PostgreSQL quotes what it cannot read. */
function redactQueryValues(message: string): string {
  const text = message.replace(/\nparams: .*/s, '')
  const [first, last] = [text.indexOf('"'), text.lastIndexOf('"')]
  if (first < 0 || !UNREADABLE.test(text)) return oneLine(text)
  return oneLine(`${text.slice(0, first)}‹value›${last > first ? text.slice(last + 1) : ''}`)
}

/** A value may hold quotes itself, so all between the first and the last goes. */
const UNREADABLE = /invalid |malformed |out of range|not recognized|syntax error in /

/** Nobody should write these into a message, and if somebody does they do not get into a file that is kept for long. */
function redactPii(text: string): string {
  return (
    text
      // The name of a package begins with its @.
      .replace(/[\w.+@-]+/g, (word) => (word.indexOf('@') > 0 ? '‹e-mail›' : word))
      .replace(/(?<![\w.-])[6-9]\d{9}(?![\w-])/g, '‹phone›')
  )
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
