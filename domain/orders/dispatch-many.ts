import * as v from 'valibot'
import type { Parsed } from '#domain/form-fields.ts'
import { WANTED_COURIER } from './couriers.ts'
import { awbSchema, isKnownCourier } from './dispatch.ts'
import type { OrderId } from './order-state.ts'

export type DispatchManyForm = {
  /** One courier for all of them. */
  courier: string
  /** Of the orders that have one. */
  awbs: ReadonlyMap<OrderId, string>
  /** `cheapest` or `fastest` of those that the courier's system has; empty: as it likes. */
  wantedCourier: string
  /** True: also orders whose buyers have not confirmed that they pay in cash. */
  withUnconfirmed: boolean
}

export function awbField(id: OrderId): string {
  return `awb:${id}`
}

/**
 * @param form fields `courier`, `unconfirmed` and `awb:1001`, `awb:1002` …
 * @param ids the chosen orders; the AWBs of others are left out
 */
export function parseDispatchMany(form: FormData, ids: readonly OrderId[]): Parsed<DispatchManyForm> {
  const problems: Record<string, string> = {}
  const courier = String(form.get('courier') ?? '').trim()
  if (!isKnownCourier(courier)) problems.courier = 'Choose one of the couriers.'
  const wantedCourier = String(form.get('wantedCourier') ?? '').trim()
  if (!WANTED_COURIER.test(wantedCourier)) problems.wantedCourier = 'Choose one of the couriers.'
  const awbs = new Map<OrderId, string>()
  const seen = new Set<string>()
  for (const id of ids) {
    const parsed = v.safeParse(awbSchema, form.get(awbField(id)) ?? '')
    if (!parsed.success) problems[awbField(id)] = parsed.issues[0].message
    else if (seen.has(parsed.output.toUpperCase())) problems[awbField(id)] = 'Another row has this AWB.'
    else if (parsed.output !== '') {
      awbs.set(id, parsed.output)
      seen.add(parsed.output.toUpperCase())
    }
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return {
    ok: true,
    value: { courier, awbs, wantedCourier, withUnconfirmed: form.get('unconfirmed') === 'send-anyway' },
  }
}

/** The values of a column that was copied from a spreadsheet: the first cell of each line. */
export function splitColumn(text: string): string[] {
  return text
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((row) => row.split('\t', 1)[0]?.trim() ?? '')
}

export type DispatchCounts = { booked: number; byHand: number; pending: number; refused: number; leftOut: number }

/** Such as `28 booked, 2 refused`. */
export function countsOf({ booked, byHand, pending, refused, leftOut }: DispatchCounts): string {
  const parts = [
    booked > 0 && `${booked} booked`,
    byHand > 0 && `${byHand} packed`,
    pending > 0 && `${pending} being booked`,
    refused > 0 && `${refused} refused`,
    leftOut > 0 && `${leftOut} left out`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing was packed'
}
