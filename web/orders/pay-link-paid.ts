import { data } from 'react-router'
import { shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { confirmPayment } from '#server/payments/confirm.ts'
import { PAID_STATUS, parsePaymentReport } from '#web/checkout/payment-report.ts'
import type { Route } from './+types/pay-link-paid'
import { readLinkedOrder } from './order-link.ts'

/** The payment widget's result for a payment link; the signature is verified before anything is believed. */
export async function action(args: Route.ActionArgs) {
  const { order } = await readLinkedOrder(args)
  const report = parsePaymentReport(await readForm(args.request))
  if (!report) return data({ kind: 'refused' as const }, { status: PAID_STATUS.refused })
  const confirmed = await confirmPayment(args.context.get(shopContext), order, report)
  const status = PAID_STATUS[confirmed.kind]
  if (confirmed.kind === 'placed') return data({ kind: confirmed.kind, isPaid: true }, { status })
  return data(confirmed, { status })
}
