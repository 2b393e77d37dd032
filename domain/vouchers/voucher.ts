import type { Paise } from '#domain/money.ts'
import { addMonths, formatDay } from '#domain/time.ts'

/** Five bits a sign, without the look-alikes I, L, O and U; what is typed is read forgivingly. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `GV-XXXX-XXXX-XXXX`. @param bytes at least 8, of which 60 bits are used */
export function voucherCode(bytes: Uint8Array): string {
  const bits = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  const signs = Array.from({ length: 12 }, (_, index) => ALPHABET[Number((bits >> BigInt(5 * index)) & 31n)]).join('')
  return `GV-${signs.replace(/.{4}(?=.)/g, '$&-')}`
}

/** A code as it was typed, in the shop's spelling; undefined: it cannot be one. */
export function parseVoucherCode(typed: string): string | undefined {
  const signs = typed
    .toUpperCase()
    .replace(/[\s–—-]/g, '')
    .replace(/^GV/, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (signs.length !== 12 || [...signs].some((sign) => !ALPHABET.includes(sign))) return undefined
  return `GV-${signs.replace(/.{4}(?=.)/g, '$&-')}`
}

export type Voucher = {
  id: number
  /** Its first amount, and its balance. */
  amount: Paise
  balance: Paise
  /** The last day on which it pays, in India. */
  expiresOn: string
}

/** Its first and last day are `VOUCHER_MONTHS` apart; what comes back to it later has as long again. */
export const VOUCHER_MONTHS = 24

/** @param day such as `2026-11-28` @returns the same day so many months later, or the last one of a shorter month */
export function expiryOf(day: string): string {
  return addMonths(new Date(day), VOUCHER_MONTHS).toISOString().slice(0, 10)
}

/** Reasons a code does not pay. `unknown`: also a code of somebody else, of which a stranger learns nothing. */
export type VoucherRefusal =
  | { kind: 'not-a-code' }
  | { kind: 'unknown' }
  | { kind: 'spent' }
  | { kind: 'expired'; on: string }
  /** Another checkout of its owner holds all of it. */
  | { kind: 'held' }

export function voucherMessage(refusal: VoucherRefusal): string {
  switch (refusal.kind) {
    case 'not-a-code':
      return 'A voucher code looks like GV-XXXX-XXXX-XXXX. Please check it.'
    case 'unknown':
      return 'Your account has no voucher with this code. Please check it.'
    case 'spent':
      return 'Nothing is left on this voucher.'
    case 'expired':
      return `This voucher expired on ${formatDay(refusal.on)}.`
    case 'held':
      return 'Another checkout of yours is using this voucher. Finish that one, or try again in 15 minutes.'
  }
}

/**
 * How much a voucher pays of a total: whole rupees, because prices and the payment provider's amounts are.
 *
 * @param held by other open checkouts of its owner @param today in India, such as `2026-11-28`
 */
export function decideVoucher(
  { balance, expiresOn }: Pick<Voucher, 'balance' | 'expiresOn'>,
  { total, held, today }: { total: Paise; held: Paise; today: string },
): { ok: true; amount: Paise } | { ok: false; refusal: VoucherRefusal } {
  if (expiresOn < today) return { ok: false, refusal: { kind: 'expired', on: expiresOn } }
  if (balance < 100) return { ok: false, refusal: { kind: 'spent' } }
  const left = balance - held
  if (left < 100) return { ok: false, refusal: { kind: 'held' } }
  return { ok: true, amount: Math.min(total, left - (left % 100)) }
}

/** Fields of the checkout: a code, and the rupees that the shopper saw it pay. */
export const VOUCHER = 'voucher'
export const VOUCHER_PAYS = 'voucherPays'
