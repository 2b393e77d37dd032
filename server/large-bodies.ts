import type { Role } from '#domain/account.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import type { User } from './contexts.ts'
import { IMPORT_MAX_BYTES } from './csv-read.ts'
import { PICTURE_MAX_BYTES } from './images/check.ts'

/** No other form of the shop is larger; a cart of a hundred lines is about 20 KB. */
const MAX_BODY = 256 * 1024
const PRODUCT_BODY = MAX_IMAGES * PICTURE_MAX_BYTES + 1_000_000
/** Five pictures are held in memory while they are made smaller, so only so many forms of them at once. */
const AT_ONCE = 2

/** Which forms may be larger, and whose: nobody else's is read into memory. */
const largeBodies: readonly { path: RegExp; role: Role; bytes: number }[] = [
  { path: /^\/(addproduct|updateproduct\/\d+)(\/save)?$/i, role: 'admin', bytes: PRODUCT_BODY },
  { path: /^\/sellerdashboard\/(addproduct|updateproduct\/\d+)(\/save)?$/i, role: 'seller', bytes: PRODUCT_BODY },
  { path: /^\/admindashboard\/import$/i, role: 'admin', bytes: IMPORT_MAX_BYTES + 100_000 },
]

/**
 * The most that may be sent there. Who is not logged in any more may send as much, to be told so in words when the form
 * has arrived: their body is thrown away as it comes.
 */
export function bodyLimitOf(path: string, user: User | undefined): { bytes: number; isRead: boolean } {
  const page = path.replace(/\.data$/, '').replace(/\/+$/, '')
  const large = largeBodies.find(({ path }) => path.test(page))
  return large ? { bytes: large.bytes, isRead: large.role === user?.role } : { bytes: MAX_BODY, isRead: false }
}

/** Lets so many pieces of work run at once; the others wait for their turn, in order. */
export function createTurns(most = AT_ONCE): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
