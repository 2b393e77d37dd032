import * as v from 'valibot'
import { type DeliveryAddress, parseAddress } from '#domain/orders/address.ts'
import { parseRequestedLines, type RequestedLine } from '#domain/orders/order.ts'
import type { Problems } from '#domain/text.ts'

export type Checkout = { key: string; lines: RequestedLine[]; address: DeliveryAddress }

const keySchema = v.pipe(v.string(), v.uuid())

/** The checkout form. User, prices and total never come from the browser. */
export function parseCheckout(form: FormData): { ok: true; value: Checkout } | { ok: false; problems: Problems } {
  const address = parseAddress(form)
  const lines = parseRequestedLines(form.get('lines'))
  const key = v.safeParse(keySchema, form.get('key'))
  if (address.ok && lines.ok && key.success) {
    return { ok: true, value: { key: key.output, lines: lines.value, address: address.value } }
  }
  return {
    ok: false,
    problems: {
      ...(!key.success && { form: 'Something went wrong with this checkout. Please reload the page.' }),
      ...(!lines.ok && { form: lines.problems.lines ?? '' }),
      ...(!address.ok && address.problems),
    },
  }
}
