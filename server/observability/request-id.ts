import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** By name, for the process reads this file twice: once by itself, and once within the build. */
const NAME = Symbol.for('gamla.request')
const shared = globalThis as { [NAME]?: AsyncLocalStorage<string> }
shared[NAME] ??= new AsyncLocalStorage<string>()
const requests = shared[NAME]

/** Whatever is logged from within, however late, carries this id. */
export function withRequestId<T>(id: string, work: () => T): T {
  return requests.run(id, work)
}

/** Undefined: nobody's request. */
export function requestId(): string | undefined {
  return requests.getStore()
}

/** Short enough to be read out on the telephone. A trusted proxy may have named the request already. */
export function assignRequestId(given: string | undefined, trustProxy: boolean): string {
  return trustProxy && given && /^[\w-]{6,64}$/.test(given) ? given : randomBytes(6).toString('hex')
}
