import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { MINUTE_MS } from '#domain/time.ts'
import type { LogLevel } from '#server/config.ts'

/** News goes to stdout as text, for people; errors go to stderr, one line each. */
export type Log = {
  info(line: string): void
  error(line: string, error?: unknown): void
  /** Runs a piece of work, and logs its label if it takes over a second. */
  step<T>(label: string, work: () => Promise<T>): Promise<T>
  /** Writes lines of JSON to stdout, whatever the log level. */
  channel(name: string): Channel
}

export type Channel = { info(fields: object): void }
type Output = { write(line: string): unknown }

/** Fields that hold personal data or secrets, in case somebody logs them. */
const REDACTED = ['email', 'phone', 'password', 'token', 'secret', 'cookie', 'authorization']
const ERROR = 50

/** Node writes to both outputs synchronously, so no line is lost when the process ends. */
export function createLog(out: Output = process.stdout, err: Output = process.stderr) {
  let isJson = false
  // A terminal that was closed, or `npm start | head`, must not end the shop.
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => {})

  const destination = {
    // With this property pino reports the level of each line as `lastLevel`.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      if (this.lastLevel < ERROR) out.write(toAscii(line))
      else err.write(isJson ? line : toText(JSON.parse(line)))
    },
  }
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      mixin: () => ({ request: requestId() }),
      redact: { paths: REDACTED.flatMap((field) => [field, `*.${field}`]), censor: '‹redacted›' },
    },
    destination,
  )

  const info = (line: string) => {
    if (logger.isLevelEnabled('info')) out.write(`${line}\n`)
  }

  const log: Log = {
    info,
    error(line, error) {
      logger.error(error === undefined ? {} : { error: describeError(error) }, redactPii(line))
    },
    async step(label, work) {
      const timer = setTimeout(() => info(`${label} …`), 1000)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
      }
    },
    channel: (name) => logger.child({ channel: name }, { level: 'info' }),
  }
  return {
    ...log,
    /** In production, errors are JSON for programs that collect logs. */
    configure({ isProduction, logLevel }: { isProduction: boolean; logLevel: LogLevel }): void {
      isJson = isProduction
      logger.level = logLevel
    },
  }
}

/** For tests, and for commands whose output is an answer. */
export const silentLog: Log = {
  info() {},
  error() {},
  step: (_label, work) => work(),
  channel: () => ({ info() {} }),
}

function toText({ time, request, message, error }: Record<string, string | undefined>): string {
  const parts = [time, request && `[${request}]`, error ? `${message}: ${error}` : message]
  return `${parts.filter(Boolean).join(' ')}\n`
}

/** Terminals interpret some characters beyond ASCII, and JSON does not escape them. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e\n]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Message, code, stack and causes in one line, so that one search finds all of them. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return redactPii(oneLine(String(error)))
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  const cause = error.cause === undefined ? '' : ` | caused by ${describeError(error.cause)}`
  return redactPii(
    `${error.name}: ${redactQueryValues(error.message)}${code}${oneLine(` ${framesOf(error).join(' ')}`)}${cause}`.trimEnd(),
  )
}

/** A frame with a location in a file. Anything else in a stack may contain a value. */
const PLACE = /(?:at |async |\()(?:file:|node:|\/|[A-Z]:\\)/

/** Skips the message at the beginning of the stack, because one of its lines may look like a frame. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = stack.indexOf(message)
  const frames = start < 0 ? stack : stack.slice(start + message.length)
  return frames.split('\n').filter((line) => line.startsWith('    at ') && PLACE.test(line))
}

/**
 * Drizzle's messages end with the values of the query; PostgreSQL quotes values that it cannot parse. Both may be
 * personal.
 */
function redactQueryValues(message: string): string {
  const text = message.replace(/\nparams: .*/s, '')
  const first = text.indexOf('"')
  const last = text.lastIndexOf('"')
  if (first < 0 || !UNREADABLE.test(text)) return oneLine(text)
  return oneLine(`${text.slice(0, first)}‹value›${last > first ? text.slice(last + 1) : ''}`)
}

/** A value may contain quotes, so everything between the first and the last is removed. */
const UNREADABLE = /invalid |malformed |out of range|not recognized|syntax error in /

/** Messages should not contain personal data; this removes email addresses and Indian mobile numbers that do get in. */
function redactPii(text: string): string {
  return (
    text
      // An @ at the beginning is the scope of an npm package.
      .replace(/[\w.+@-]+/g, (word) => (word.indexOf('@') > 0 ? '‹e-mail›' : word))
      .replace(/(?<![\w.-])[6-9]\d{9}(?![\w-])/g, '‹phone›')
  )
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

/**
 * For errors that anonymous users can cause as often as they like: a line is logged at once, and then at most once a
 * minute with the number of repeats.
 */
export function createThrottledLog(log: Pick<Log, 'error'>, everyMs = MINUTE_MS): (line: string) => void {
  const repeats = new Map<string, number>()

  function wait(line: string): void {
    repeats.set(line, 0)
    setTimeout(() => {
      const times = repeats.get(line) ?? 0
      repeats.delete(line)
      if (times === 0) return
      log.error(`${line} (${times} more in the last minute)`)
      wait(line)
    }, everyMs).unref()
  }

  return (line) => {
    const times = repeats.get(line)
    if (times !== undefined) return void repeats.set(line, times + 1)
    log.error(line)
    wait(line)
  }
}

/** Shared by name: a process loads this file twice, once by itself and once within the build. */
const NAME = Symbol.for('gamla.request')
const shared = globalThis as { [NAME]?: AsyncLocalStorage<string> }
shared[NAME] ??= new AsyncLocalStorage<string>()
const requests = shared[NAME]

/** Every line logged within `work`, however late, carries this id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requests.run(id, work)
}

/** Undefined outside of requests. */
export function requestId(): string | undefined {
  return requests.getStore()
}

/** Short enough to read out on the phone. A trusted proxy may have assigned an id already, which is kept. */
export function assignRequestId(given: string | undefined, trustProxy: boolean): string {
  return trustProxy && given && /^[\w-]{6,64}$/.test(given) ? given : randomBytes(6).toString('hex')
}
