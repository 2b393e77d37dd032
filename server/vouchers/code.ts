import { createHmac } from 'node:crypto'
import { voucherCode } from '#domain/vouchers/voucher.ts'
import { isSameSecret } from '#server/config/secrets.ts'
import type { VoucherRow } from './queries.ts'

/** The code of a voucher. It follows from its key and the secret of the shop, so a copy of the database gives none away. */
export function codeOf(secret: string, { key }: Pick<VoucherRow, 'key'>): string {
  return voucherCode(createHmac('sha256', secret).update(`voucher ${key}`).digest())
}

export function hasCode(secret: string, voucher: Pick<VoucherRow, 'key'>, code: string): boolean {
  return isSameSecret(code, codeOf(secret, voucher))
}
