import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { createConcurrencyLimiter } from '#server/http/load-shedding.ts'

/** scrypt's parameters; a hash takes 128 × 2^ln × r bytes of memory. */
type Cost = { ln: number; r: number; p: number }

/** OWASP's first recommendation for scrypt: 128 MB and, on a small server, a third of a second. */
const COST: Cost = { ln: 17, r: 8, p: 1 }
const KEY_BYTES = 64
const SALT_BYTES = 16

/** Two concurrent hashes use 256 MB per process and leave two of libuv's four threads for files and DNS. */
const limitConcurrency = createConcurrencyLimiter({ concurrency: 2, queueSize: 24, timeoutMs: 10_000 })

/** A hash that names its own parameters: `$scrypt$ln=17,r=8,p=1$salt$key`. @throws OverloadedError */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await deriveKey(password, salt, COST)
  return `${prefixOf(COST)}${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** @throws OverloadedError */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const { cost, salt, key } = parseHash(hash)
  return timingSafeEqual(await deriveKey(password, salt, cost), key)
}

/** True when the hash has other parameters than new ones. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(prefixOf(COST))
}

function prefixOf({ ln, r, p }: Cost): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$`
}

const HASH = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{16,64})\$([\w-]{86})$/

function parseHash(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, ln, r, p, salt = '', key = ''] = HASH.exec(hash) ?? []
  if (ln === undefined) throw new Error('This is no hash of a password')
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') }
}

function deriveKey(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  return limitConcurrency(
    () =>
      new Promise((resolve, reject) => {
        // Node's default limit is 32 MB; the limit also covers a few small blocks beside the large one.
        const options = { N, r, p, maxmem: 256 * N * r }
        // Composed and decomposed characters look the same when typed.
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}
