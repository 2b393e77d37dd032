import { INVOICE_TITLES, type InvoiceKind } from '#domain/billing/invoice.ts'
import type { Say } from './say.ts'

export type EmailedInvoice = { number: string; kind: InvoiceKind }

/** Such as `Tax invoice: GM/26-27/00001.` for each. */
export function sayInvoices(say: Say, invoices: readonly EmailedInvoice[]): string {
  return invoices.map(({ kind, number }) => say('name-invoice', { document: INVOICE_TITLES[kind], number })).join(' ')
}
