import { writeVoucherEmail } from '#domain/messages/customer-emails.ts'
import type { VoucherEmail } from '#domain/messages/templates.ts'
import { findOwner } from '#server/accounts/queries.ts'
import { originOf } from '#server/config.ts'
import type { Shop } from '#server/shop.ts'
import { codeOf } from '#server/vouchers/code.ts'
import { findVoucher } from '#server/vouchers/queries.ts'
import { sendUnstored } from './account-emails.ts'
import type { EmailContext } from './send.ts'

/** A job: tells the owner of a voucher its code. */
export async function sendVoucherEmail(
  shop: EmailContext & Pick<Shop, 'auth'>,
  { voucherId, template }: { voucherId: number; template: VoucherEmail },
): Promise<void> {
  const voucher = await findVoucher(shop.db, voucherId)
  const owner = voucher && (await findOwner(shop.db, voucher.userId))
  if (!owner || voucher.balance === 0) return
  const link = `${originOf(shop.config)}/account#vouchers`
  await sendUnstored(shop, template, (say) =>
    writeVoucherEmail(say, template, owner, { ...voucher, code: codeOf(shop.auth.secret, voucher), link }),
  )
}
