import * as v from 'valibot'
import { line, type Parsed, parseWith } from '#domain/form-fields.ts'
import { COURIERS, WANTED_COURIER } from './couriers.ts'
import { type Dispatched, mayDeliver, type OrderId, type OrderState } from './order-state.ts'
import type { LineQuantity } from './shipment.ts'

/** The courier of a parcel and how to follow it, as the desk types them. */
export type Carrier = { courier: string; awb: string; trackingLink: string }

/**
 * The box of a parcel as the desk leaves or corrects it: `''` as proposed, `none`, or a name.
 * `kg` is what the scales say; undefined: the weights of box and pieces.
 */
export type BoxChoice = { box: string; kg?: number | undefined }
export const NO_BOX = 'none'

export type DispatchForm = Carrier & BoxChoice & { wantedCourier: string; lines: 'rest' | LineQuantity[] }

export const AWB_MAX = 50
const LINK_MAX = 500

/** Name of the input that says how many of a line are in the parcel. */
export function quantityField(position: number): string {
  return `quantity:${position}`
}

export const awbSchema = v.pipe(
  line,
  v.maxLength(AWB_MAX, `An AWB has at most ${AWB_MAX} characters.`),
  v.regex(/^([A-Za-z0-9][A-Za-z0-9/-]*)?$/, 'An AWB has only letters, digits, hyphens and slashes.'),
)

/** Empty: handed over by hand. */
export function isKnownCourier(courier: string): boolean {
  return courier === '' || COURIERS.some((known) => known === courier)
}

const carrierFields = {
  awb: awbSchema,
  trackingLink: v.pipe(
    line,
    v.maxLength(LINK_MAX, `Use at most ${LINK_MAX} characters.`),
    v.check((link) => link === '' || isSecureLink(link), 'Enter a link that begins with https://, or leave it empty.'),
  ),
}

function isSecureLink(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && !/\s/.test(text)
}

/**
 * @param form fields `courier`, `awb` and `trackingLink`
 * @param present the courier that the parcel has, as a courier's system named it
 */
export function parseCarrier(form: FormData, present = ''): Parsed<Carrier> {
  const known = v.check<string, string>(
    (courier) => courier === present || isKnownCourier(courier),
    'Choose one of the couriers.',
  )
  return parseWith(v.object({ courier: v.pipe(line, known), ...carrierFields }), form)
}

/** A parcel's courier and AWB as one text, by which a form knows whether somebody else has changed them. */
export function carrierKey({ courier, awb }: { courier: string; awb?: string | null | undefined }): string {
  return `${courier} / ${awb ?? ''}`
}

const parcelFields = {
  box: line,
  kg: v.pipe(
    line,
    v.regex(/^(\d{1,3}([.,]\d{1,3})?)?$/, 'Enter kilograms, such as 8.5, or leave it empty.'),
    v.transform((text) => Number(text.replace(',', '.')) || undefined),
  ),
  wantedCourier: v.pipe(line, v.regex(WANTED_COURIER, 'Choose one of the couriers.')),
}

/**
 * Parses the form of the button `Dispatch`. Without any quantity the rest of the order is in the parcel.
 *
 * @param form fields `courier`, `awb`, `trackingLink`, `box`, `kg`, `wantedCourier`, and `quantity:0`, `quantity:1` … for
 * the lines
 */
export function parseDispatch(form: FormData): Parsed<DispatchForm> {
  const known = v.check<string, string>(isKnownCourier, 'Choose one of the couriers.')
  const parsed = parseWith(v.object({ courier: v.pipe(line, known), ...carrierFields, ...parcelFields }), form)
  const fields = [...form.entries()].filter(([name]) => name.startsWith('quantity:'))
  const problems = Object.fromEntries(
    fields
      .filter(([, value]) => !/^\d{0,4}$/.test(textOf(value)))
      .map(([name]) => [name, 'Enter how many, as a whole number.']),
  )
  if (!parsed.ok) return { ok: false, problems: { ...parsed.problems, ...problems } }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const lines = fields.map(([name, value]) => ({
    position: Number(name.slice('quantity:'.length)),
    quantity: Number(textOf(value)),
  }))
  return { ok: true, value: { ...parsed.value, lines: fields.length === 0 ? 'rest' : lines } }
}

function textOf(value: FormDataEntryValue): string {
  return typeof value === 'string' ? value.trim() : '?'
}

export type DispatchDecision =
  | { ok: true; lines: LineQuantity[]; dispatched: Dispatched }
  | { ok: false; reason: 'not-allowed' | 'too-many' | 'nothing' }

/**
 * The contents of a parcel. Never more is sent than was ordered, and units that came back are not sent again but refunded.
 * As with delivery, a requested cancellation does not stop the desk, and stays requested until the order is delivered.
 *
 * @param ordered quantity of each line
 * @param sent in earlier shipments
 */
export function decideDispatch(
  order: OrderState,
  ordered: readonly number[],
  sent: readonly LineQuantity[],
  wanted: 'rest' | readonly LineQuantity[],
): DispatchDecision {
  if (!mayDeliver(order)) return { ok: false, reason: 'not-allowed' }
  const rest = ordered.map((quantity, position) => quantity - sumAt(sent, position))
  const lines = (wanted === 'rest' ? rest.map((quantity, position) => ({ position, quantity })) : addUp(wanted)).filter(
    ({ quantity }) => quantity > 0,
  )
  if (lines.length === 0) return { ok: false, reason: 'nothing' }
  if (lines.some(({ position, quantity }) => quantity > (rest[position] ?? 0))) return { ok: false, reason: 'too-many' }
  const isWhole = rest.every((quantity, position) => quantity === sumAt(lines, position))
  return { ok: true, lines, dispatched: isWhole ? 'whole' : 'part' }
}

/** How many of a line, in a list that may name it several times. */
export function sumAt(lines: readonly LineQuantity[], position: number): number {
  return lines.reduce((sum, line) => sum + (line.position === position ? line.quantity : 0), 0)
}

/** Each line once, by position. */
function addUp(lines: readonly LineQuantity[]): LineQuantity[] {
  return [...new Set(lines.map(({ position }) => position))]
    .sort((one, other) => one - other)
    .map((position) => ({ position, quantity: sumAt(lines, position) }))
}

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
