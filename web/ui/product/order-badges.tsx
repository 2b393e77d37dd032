import type { ReactNode } from 'react'
import { formatRupees } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import type { Cancellation, OrderStatus } from '#domain/orders/order-state.ts'
import type { ParcelWord } from '#domain/orders/parcel-word.ts'
import { REFUND_WORDS } from '#domain/orders/payment.ts'
import { COUNTER, wordAtCounter } from '#domain/orders/pick-up.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'

/** `good`: nothing is to do. `waits`: somebody has something to do. `bad`: something went wrong. */
type Tone = 'good' | 'moves' | 'waits' | 'bad' | 'plain'

/** A state of an order, a payment or a parcel, wherever one is shown. */
export function StateBadge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge state ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}

type StatusTextProps = { status: OrderStatus; isPickedUp?: boolean }

export function StatusText({ status, isPickedUp = false }: StatusTextProps) {
  const pending = status === 'pending'
  return (
    <span className={pending ? 'status pending' : 'status'}>
      <Icon name={pending ? 'warning' : 'check'} />
      <span className="first-capital">
        {isPickedUp && status === 'delivered' ? wordAtCounter('Delivered') : status}
      </span>
    </span>
  )
}

const WORD_TONES: Record<ParcelWord, [Tone, IconName?]> = {
  'To pack': ['waits'],
  'Not delivered': ['bad', 'warning'],
  'Coming back': ['bad', 'warning'],
  Packed: ['moves'],
  'On the way': ['moves', 'truck'],
  'Out for delivery': ['moves', 'truck'],
  Delivered: ['good', 'check'],
}

/** The progress of a parcel, or of the parcels of an order. */
export function ParcelBadge({ word, isPickedUp = false }: { word: ParcelWord; isPickedUp?: boolean }) {
  const [tone, icon] = WORD_TONES[word]
  return (
    <StateBadge tone={tone} {...(icon && { icon })}>
      {isPickedUp ? wordAtCounter(word) : word}
    </StateBadge>
  )
}

export function CancellationText({ cancel }: { cancel: Cancellation }) {
  if (cancel === 'none') return null
  return cancel === 'requested' ? (
    <StateBadge tone="waits">Cancellation requested</StateBadge>
  ) : (
    <StateBadge tone="plain">Cancelled</StateBadge>
  )
}

/** The refund's status, which is separate from the order's; with the amount if only a part of the order is refunded. */
export function RefundText({ order }: { order: ShownState }) {
  const { refund, refundedPart, cancel } = order
  if (!refund) return null
  const isPart = refundedPart !== undefined && cancel !== 'cancelled'
  const word = REFUND_WORDS[refund]
  return (
    <StateBadge tone={refund === 'failed' ? 'bad' : 'plain'}>
      {isPart ? `${formatRupees(refundedPart)} ${word.toLowerCase()}` : word}
    </StateBadge>
  )
}

/** The progress of a confirmed order, beside the status, which is the same until it is delivered. */
export function FulfilmentText({ order }: { order: ShownState }) {
  const { status, parcelWord, awaitsConfirmation, due, pickUp } = order
  return (
    <>
      {pickUp && !(parcelWord && wordAtCounter(parcelWord) !== parcelWord) && (
        <StateBadge tone="plain">{COUNTER}</StateBadge>
      )}
      {awaitsConfirmation && <StateBadge tone="waits">Awaiting confirmation</StateBadge>}
      {due !== undefined && (
        <StateBadge tone="waits">{due > 0 ? `${formatRupees(due)} to pay` : 'Not paid in full'}</StateBadge>
      )}
      {/* The status of a delivered order says the same. */}
      {parcelWord && parcelWord.toLowerCase() !== status && (
        <ParcelBadge word={parcelWord} isPickedUp={pickUp !== undefined} />
      )}
    </>
  )
}

type ShownState = Pick<
  Order,
  'status' | 'parcelWord' | 'awaitsConfirmation' | 'due' | 'refund' | 'refundedPart' | 'cancel' | 'pickUp'
>

export function OrderState({ order }: { order: ShownState }) {
  return (
    <>
      <StatusText status={order.status} isPickedUp={order.pickUp !== undefined} />
      <FulfilmentText order={order} />
      <CancellationText cancel={order.cancel} />
      <RefundText order={order} />
    </>
  )
}
