import type { User } from '#domain/accounts/user.ts'
import { type Rupees, toRupees } from '#domain/money.ts'
import { returnNumberOf } from '#domain/returns/return-request.ts'
import { calendarDay } from '#domain/time.ts'
import { decideVoucher, parseVoucherCode, type Voucher, voucherMessage } from '#domain/vouchers/voucher.ts'
import type { Shop } from '#server/shop.ts'
import { codeOf, hasCode } from './code.ts'
import type { WantedVoucher } from './pay.ts'
import { listForFaults, listUsesOf, listVouchersOf, type VoucherRow } from './queries.ts'

export type OwnVoucher = Voucher & {
  code: string
  isExpired: boolean
  /** The page on which its buyer has money instead; null: not of this one. */
  moneyInstead: string | null
  /** Newest first. */
  uses: { orderId: number; amount: number; givenBack: number; time: string }[]
}

/** For the account's own page. */
export async function listOwnVouchers({ db, auth }: Pick<Shop, 'db' | 'auth'>, userId: string): Promise<OwnVoucher[]> {
  const [rows, uses, faults] = await Promise.all([
    listVouchersOf(db, userId),
    listUsesOf(db, userId),
    listForFaults(db, userId),
  ])
  const today = calendarDay(new Date())
  return rows.map((row) => ({
    id: row.id,
    amount: row.amount,
    balance: row.balance,
    expiresOn: row.expiresOn,
    code: codeOf(auth.secret, row),
    isExpired: row.expiresOn < today,
    moneyInstead: row.balance > 0 ? pageOf(faults.find(({ voucherId }) => voucherId === row.id)) : null,
    uses: uses
      .filter(({ voucherId }) => voucherId === row.id)
      .map(({ orderId, amount, givenBack, time }) => ({ orderId, amount, givenBack, time: time.toISOString() })),
  }))
}

function pageOf(request: { orderId: number; requestId: number } | undefined): string | null {
  return request ? `/orders/${request.orderId}/return/${returnNumberOf(request.requestId)}` : null
}

export type FoundVoucher =
  /** Rupees that it pays at most. */
  { ok: true; code: string; balance: Rupees } | { ok: false; message: string; retryAfter?: number }

/**
 * Finds a voucher of this account by the code that was typed. Five codes that are not its own may be tried in an hour, by an
 * account and from a network; a code of somebody else is answered as one that does not exist.
 */
export async function findOwnVoucher(
  shop: Pick<Shop, 'db' | 'auth' | 'limits'>,
  user: Pick<User, 'userId'>,
  client: { typed: string; address: string },
): Promise<FoundVoucher> {
  const own = await lookUp(shop, user, client)
  if (!own.ok) return own
  const { row, code } = own
  const decided = decideVoucher(row, { total: row.amount, held: 0, today: calendarDay(new Date()) })
  if (!decided.ok) return { ok: false, message: voucherMessage(decided.refusal) }
  return { ok: true, code, balance: toRupees(decided.amount) }
}

async function lookUp(
  shop: Pick<Shop, 'db' | 'auth' | 'limits'>,
  { userId }: Pick<User, 'userId'>,
  { typed, address }: { typed: string; address: string },
): Promise<{ ok: true; row: VoucherRow; code: string } | Extract<FoundVoucher, { ok: false }>> {
  const code = parseVoucherCode(typed)
  if (!code) return { ok: false, message: voucherMessage({ kind: 'not-a-code' }) }
  const client = { address, account: userId }
  // Counted before it is looked up, so that many tries at once are no more than five.
  const tooMany = await shop.limits.consume('voucher', client)
  if (tooMany) return { ok: false, ...tooMany }
  const row = (await listVouchersOf(shop.db, userId)).find((own) => hasCode(shop.auth.secret, own, code))
  if (!row) return { ok: false, message: voucherMessage({ kind: 'unknown' }) }
  await shop.limits.giveBack('voucher', client)
  return { ok: true, row, code }
}

/** The voucher that a checkout names, by its code. Whether it still pays what the shopper saw is decided with its locks. */
export async function resolveVoucher(
  shop: Pick<Shop, 'db' | 'auth' | 'limits'>,
  user: Pick<User, 'userId'>,
  { address, voucher }: { address: string; voucher: { code: string; seen: number } | undefined },
): Promise<{ ok: true; voucher: WantedVoucher | undefined } | { ok: false; message: string }> {
  if (!voucher) return { ok: true, voucher: undefined }
  const own = await lookUp(shop, user, { typed: voucher.code, address })
  return own.ok ? { ok: true, voucher: { id: own.row.id, seen: voucher.seen } } : own
}
