import { formatAmount, type Paise } from '#domain/money.ts'
import { formatDay } from '#domain/time.ts'
import { type Message, writePlainEmail } from './message.ts'
import type { Say } from './say.ts'
import type { VoucherEmail } from './templates.ts'

type Voucher = { code: string; balance: Paise; expiresOn: string; link: string }

/** The code must not be stored: this email is sent at once and kept nowhere. */
export function writeVoucherEmail(
  say: Say,
  template: VoucherEmail,
  owner: { name: string; email: string },
  { code, balance, expiresOn, link }: Voucher,
): Message {
  const values = {
    amount: formatAmount(balance),
    day: formatDay(expiresOn),
    'voucher-code': code,
    'vouchers-link': link,
  }
  return writePlainEmail(owner, say(template, values))
}
