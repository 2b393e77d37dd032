import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

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
