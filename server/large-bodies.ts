import type { Role } from '#domain/account.ts'
import { MAX_IMAGES } from '#domain/product.ts'
import type { User } from './contexts.ts'
import { IMPORT_MAX_BYTES } from './csv-read.ts'
import { PICTURE_MAX_BYTES } from './images/limits.ts'

/** No other form of the shop is larger; a cart of a hundred lines is about 20 KB. */
const MAX_BODY = 256 * 1024
const PRODUCT_BODY = MAX_IMAGES * PICTURE_MAX_BYTES + 1_000_000
/** Pictures are held in memory, three times over at the worst, until they are made smaller: so much of them at once. */
const IN_MEMORY = 2 * PRODUCT_BODY

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
  const large = findLarge(path)
  return large ? { bytes: large.bytes, isRead: large.role === user?.role } : { bytes: MAX_BODY, isRead: false }
}

/** Is more than usual expected there, of somebody? */
export function isLargeBody(path: string): boolean {
  return findLarge(path) !== undefined
}

function findLarge(path: string) {
  const page = withoutSlashes(path.replace(/\.data$/, ''))
  return largeBodies.find(({ path }) => path.test(page))
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Lets work begin while all that runs holds no more than this together; the rest waits for its turn, in order. */
export function createBudget(total = IN_MEMORY): <T>(cost: number, work: () => Promise<T>) => Promise<T> {
  const waiting: { cost: number; begin: () => void }[] = []
  let free = total

  function beginNext() {
    for (let first = waiting[0]; first && first.cost <= free; first = waiting[0]) {
      waiting.shift()
      free -= first.cost
      first.begin()
    }
  }

  return async (cost, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ cost, begin })
      beginNext()
    })
    try {
      return await work()
    } finally {
      free += cost
      beginNext()
    }
  }
}
