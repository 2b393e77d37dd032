import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '#server/config/secrets.ts'

const PERIOD_SECONDS = 30
/** Codes of the previous and the next period are accepted, for clocks that are not exact. */
const WINDOW = 1

/** 144 random bits. The characters of this text are the key, not the bytes that they encode. */
export function makeSecret(): string {
  return randomBytes(18).toString('base64url')
}

/**
 * The period (of 30 seconds since 1970) that this code belongs to, so that a second use can be refused (RFC 6238, 5.2).
 * Undefined: a wrong code.
 */
export function findPeriod(secret: string, code: string, now: Date): number | undefined {
  const present = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS)
  const periods = Array.from({ length: 2 * WINDOW + 1 }, (_, index) => present - WINDOW + index)
  return periods.findLast((period) => isSameSecret(code, codeOf(secret, period)))
}

/** RFC 4226 with SHA-1 and six digits: what every authenticator app can do. */
export function codeOf(secret: string, period: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
