import { formatAmount, formatPaise, formatRupees, type Paise, type Rupees } from '#domain/money.ts'
import { capitalised, plural } from '#domain/text.ts'
import { DISPUTE_WORDS, type DisputeState } from './dispute.ts'
import { type PaymentStatus, REFUND_WORDS, type RefundReason, type RefundState } from './payment.ts'
import { stepLabelOf } from './pick-up.ts'
import type { LineQuantity, Shipment } from './shipment.ts'

export type TimelineKind = 'order' | 'change' | 'email' | 'payment' | 'refund' | 'parcel' | 'invoice' | 'return'

export type TimelineEntry = {
  /** ISO 8601. */
  time: string
  kind: TimelineKind
  text: string
  /** The person who did it, if a person did. */
  who?: string
  detail?: string
}

/** The facts that the shop has stored about an order, each list as its table has it. Times are ISO 8601. */
export type TimelineFacts = {
  placed: {
    time: string
    totalAmount: Rupees
    /** How it is paid, such as `Paid online`. */
    payment: string
    cashConfirmedAt?: string | undefined
  }
  audit: readonly { time: string; actor: string; action: string; subject: string; before: unknown; after: unknown }[]
  /** Messages to the customer. */
  messages: readonly { time: string; text: string; problem: string | null }[]
  payments: readonly { time: string; id: string; status: PaymentStatus; amount: Paise }[]
  refunds: readonly {
    time: string
    /** Null: the whole payment. */
    amount: Paise | null
    reason: RefundReason
    state: RefundState
    problem: string | null
  }[]
  disputes: readonly {
    createdAt: string
    reportedAt: string
    disputeId: string
    amount: Paise
    deducted: Paise
    reason: string
    state: DisputeState
  }[]
  shipments: readonly (Pick<Shipment, 'id' | 'courier' | 'awb' | 'scans' | 'time'> & {
    pickUp?: boolean
    lines: readonly LineQuantity[]
  })[]
  invoices: readonly { time: string; title: string; number: string; total: Paise }[]
  /** Cash of its parcels. */
  receipts: readonly { id: number; time: string; shipmentId: number; amount: Paise; reference: string }[]
  /** Steps of what the buyer asked to return. */
  asked?: readonly { time: string; text: string; note: string; who?: string | undefined }[]
  returns: readonly { id: number; time: string; shipmentId: number; reason: string; good: number; damaged: number }[]
}

/** The facts that are known of a deleted order. */
type RemainingFacts = Omit<TimelineFacts, 'placed'> & { placed?: TimelineFacts['placed'] | undefined }

/** Everything that has happened to an order, newest first, because the desk needs the latest most. */
export function timelineOf(facts: RemainingFacts): TimelineEntry[] {
  const entries = [
    ...(facts.placed ? placedEntries(facts.placed) : []),
    ...facts.audit.filter(({ action }) => !TOLD_ELSEWHERE.has(action)).map(auditEntry),
    ...facts.messages.map(messageEntry),
    ...facts.payments.map(paymentEntry),
    ...facts.refunds.map(refundEntry),
    ...facts.disputes.flatMap(disputeEntries),
    ...facts.shipments.flatMap((shipment) => shipmentEntries(shipment, facts)),
    ...facts.invoices.map(invoiceEntry),
    ...facts.returns.map((it) => returnEntry(it, facts)),
    ...(facts.asked ?? []).map(askedEntry),
    ...facts.receipts.map((it) => receiptEntry(it, facts)),
  ]
  // Of two entries with the same time, the one further down in this list counts as later: an email follows its cause.
  return entries
    .map((entry, index) => ({ entry, index, at: Date.parse(entry.time) }))
    .sort((one, other) => other.at - one.at || other.index - one.index)
    .map(({ entry }) => entry)
}

function placedEntries({ time, totalAmount, cashConfirmedAt, payment }: TimelineFacts['placed']): TimelineEntry[] {
  const detail = `${formatRupees(totalAmount)}, ${payment.toLowerCase()}`
  return [
    { time, kind: 'order', text: 'Order placed', detail },
    ...(cashConfirmedAt ? [{ time: cashConfirmedAt, kind: 'order' as const, text: 'Order confirmed' }] : []),
  ]
}

type AuditFact = TimelineFacts['audit'][number]

/** Actions that parcels, returns and cash have entries for; the audit only adds who did it. */
const TOLD_ELSEWHERE = new Set([
  'dispatch order',
  'move shipment',
  'cancel parcel',
  'take back',
  'receive cash',
  'move return',
])

function auditEntry({ time, actor, action, before, after }: AuditFact): TimelineEntry {
  const detail = differences(before, after)
  return { time, kind: 'change', text: capitalised(action), who: actor, ...(detail && { detail }) }
}

/** The person at the desk who made this change: the audit's entry with these values that is nearest in time. */
function whoDid(
  { audit }: Pick<TimelineFacts, 'audit'>,
  wanted: string,
  values: Record<string, unknown>,
  time: string,
): { who?: string } {
  const distance = (fact: AuditFact) => Math.abs(Date.parse(fact.time) - Date.parse(time))
  const [nearest] = audit
    .filter(({ action, after }) => action === wanted && isRecord(after) && hasValues(after, values))
    .sort((one, other) => distance(one) - distance(other))
  return nearest ? { who: nearest.actor } : {}
}

function hasValues(record: Record<string, unknown>, values: Record<string, unknown>): boolean {
  return Object.entries(values).every(([name, value]) => record[name] === value)
}

/** `City: Pune → Mumbai`, for the values that differ and are short texts or numbers. */
function differences(before: unknown, after: unknown): string {
  if (!isRecord(after)) return ''
  const old = isRecord(before) ? before : {}
  return Object.entries(after)
    .filter(([name, value]) => isPlain(value) && old[name] !== value)
    .map(([name, value]) => difference(name, old[name], value))
    .join('; ')
}

function difference(name: string, before: unknown, after: unknown): string {
  return `${labelOf(name)}: ${isPlain(before) ? `${shown(before)} → ` : ''}${shown(after)}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function shown(value: unknown): string {
  return value === '' ? 'nothing' : String(value).replaceAll(/\s+/g, ' ')
}

function labelOf(name: string): string {
  if (name === 'awb') return 'AWB'
  return capitalised(name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
}

function messageEntry({ time, text, problem }: TimelineFacts['messages'][number]): TimelineEntry {
  return {
    time,
    kind: 'email',
    text,
    ...(problem && { detail: problem }),
  }
}

const PAYMENT_TEXTS: Record<PaymentStatus, string> = {
  authorized: 'Payment authorised',
  captured: 'Payment received',
  expired: 'Payment expired',
}

function paymentEntry({ time, id, status, amount }: TimelineFacts['payments'][number]): TimelineEntry {
  return { time, kind: 'payment', text: `${PAYMENT_TEXTS[status]}: ${formatPaise(amount)}`, detail: id }
}

function refundEntry({ time, amount, reason, state, problem }: TimelineFacts['refunds'][number]): TimelineEntry {
  const text = `${REFUND_WORDS[state]}: ${amount === null ? 'the whole payment' : formatPaise(amount)}`
  return { time, kind: 'refund', text, detail: problem ?? capitalised(reason.replaceAll('-', ' ')) }
}

function disputeEntries({ createdAt, reportedAt, ...dispute }: TimelineFacts['disputes'][number]): TimelineEntry[] {
  const { disputeId, amount, deducted, reason, state } = dispute
  const detail = [capitalised(reason), disputeId].filter(Boolean).join(', ')
  const raised = { time: createdAt, kind: 'payment' as const, text: `Payment disputed: ${formatPaise(amount)}`, detail }
  if (state === 'open') return [raised]
  const taken = deducted > 0 ? `, ${formatPaise(deducted)} taken` : ''
  const text = `Dispute: ${DISPUTE_WORDS[state].toLowerCase()}${taken}`
  return [raised, { time: reportedAt, kind: 'payment', text, detail: disputeId }]
}

function shipmentEntries(shipment: TimelineFacts['shipments'][number], facts: RemainingFacts): TimelineEntry[] {
  const { id, courier, pickUp, awb, lines, scans, time } = shipment
  const name = parcelName(id, facts)
  const carrier = [courier, awb].filter(Boolean).join(' ')
  const detail = [countOf(lines), carrier].filter(Boolean).join(', ')
  // The first step is the dispatch itself.
  const later = scans.filter((scan, index) => index > 0 || scan.step !== 'packed')
  return [
    {
      time,
      kind: 'parcel',
      text: pickUp ? `${name} ready to pick up` : `${name} dispatched`,
      detail,
      ...whoDid(facts, 'dispatch order', { shipment: id }, time),
    },
    ...later.map((scan): TimelineEntry => {
      const said = [scan.step ? scan.status : '', scan.place].filter(Boolean).join(', ')
      const text = `${name}: ${scan.step ? stepLabelOf(shipment, scan.step) : scan.status}`
      const action = scan.step === 'cancelled' ? 'cancel parcel' : 'move shipment'
      const who = scan.source === 'desk' ? whoDid(facts, action, { shipment: id, step: scan.step }, scan.time) : {}
      return { time: scan.time, kind: 'parcel', text, ...who, ...(said && { detail: said }) }
    }),
  ]
}

function countOf(lines: readonly LineQuantity[]): string {
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return plural(items, 'item')
}

function parcelName(id: number, { shipments }: Pick<TimelineFacts, 'shipments'>): string {
  const index = shipments.findIndex((shipment) => shipment.id === id)
  if (index < 0) return ''
  return shipments.length === 1 ? 'Parcel' : `Parcel ${index + 1}`
}

function invoiceEntry({ time, title, number, total }: TimelineFacts['invoices'][number]): TimelineEntry {
  return { time, kind: 'invoice', text: `${title} ${number}`, detail: formatPaise(total) }
}

function returnEntry({ id, time, shipmentId, good, damaged }: TimelineFacts['returns'][number], facts: RemainingFacts) {
  const detail = [good > 0 && `${good} good`, damaged > 0 && `${damaged} damaged`].filter(Boolean).join(', ')
  return {
    time,
    kind: 'return' as const,
    text: `${parcelName(shipmentId, facts) || 'Parcel'}: taken back`,
    detail,
    ...whoDid(facts, 'take back', { return: id }, time),
  }
}

function askedEntry({ time, text, note, who }: NonNullable<TimelineFacts['asked']>[number]): TimelineEntry {
  return { time, kind: 'return', text, ...(who && { who }), ...(note && { detail: note }) }
}

function receiptEntry(
  { id, time, shipmentId, amount, reference }: TimelineFacts['receipts'][number],
  facts: RemainingFacts,
): TimelineEntry {
  return {
    time,
    kind: 'payment',
    text: `${parcelName(shipmentId, facts) || 'Parcel'}: ${formatAmount(amount)} received in cash`,
    ...(reference && { detail: reference }),
    ...whoDid(facts, 'receive cash', { receipt: id }, time),
  }
}
