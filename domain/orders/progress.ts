import { isPaid, PAYMENT_WORDS, paymentWord } from '#domain/orders/cash.ts'
import { soldIn } from './amounts.ts'
import { sumAt } from './dispatch.ts'
import type { Order } from './order.ts'
import { type ParcelWord, wordOfParcel } from './parcel-word.ts'
import { stepLabelOf, wordAtCounter } from './pick-up.ts'
import { type LineQuantity, type Scan, type Shipment, STEP_LABELS, type Step } from './shipment.ts'

export type ProgressStep = {
  label: string
  /** ISO 8601; undefined: the shop does not know when. */
  time?: string | undefined
  /** In the courier's words, or where. */
  detail?: string | undefined
  /** It has not happened yet. */
  isToCome?: true
  /** By when it should happen, such as `Thu 26 Nov`. */
  by?: string | undefined
}

export type OrderTimes = {
  /** When its payment reached the shop. */
  paidAt?: string | undefined
  /** When the shopper confirmed that they want it and will pay in cash. */
  cashConfirmedAt?: string | undefined
  /** When the shop last changed what it holds. */
  changedAt?: string | undefined
  cancelledAt?: string | undefined
  deliveredAt?: string | undefined
}

/** The steps of an order so far, oldest first; its parcels have steps of their own. */
export function progressOf(
  order: Pick<
    Order,
    | 'status'
    | 'cancel'
    | 'pickUp'
    | 'paymentId'
    | 'paidAtCounter'
    | 'paidByVoucher'
    | 'restInCash'
    | 'due'
    | 'awaitsConfirmation'
    | 'time'
  >,
  times: OrderTimes,
): ProgressStep[] {
  const { status, cancel, paymentId, awaitsConfirmation } = order
  const steps: (ProgressStep | false)[] = [
    { label: 'Placed', time: order.time },
    paymentId !== undefined && { label: paymentWord(order), time: status === 'pending' ? undefined : times.paidAt },
    awaitsConfirmation === true && { label: 'Awaiting confirmation' },
    order.paidAtCounter === true && { label: PAYMENT_WORDS.counter, time: order.time },
    !isPaid(order) && !awaitsConfirmation && { label: 'Confirmed', time: times.cashConfirmedAt ?? order.time },
    times.changedAt !== undefined && { label: 'Changed', time: times.changedAt },
    cancel === 'requested' && { label: 'Cancellation requested' },
    cancel === 'cancelled' && { label: 'Cancelled', time: times.cancelledAt },
    status === 'delivered' && {
      label: order.pickUp ? wordAtCounter('Delivered') : 'Delivered',
      time: times.deliveredAt,
    },
  ]
  return steps.filter((step) => step !== false)
}

const WAY: readonly ParcelWord[] = ['Packed', 'On the way', 'Out for delivery', 'Delivered']
const WAY_AT_COUNTER: readonly ParcelWord[] = ['Packed', 'Delivered']

/** The steps that a parcel has before it; none where it is not on its usual way. */
export function stepsToCome(word: ParcelWord | undefined, by: string | undefined, isPickedUp = false): ProgressStep[] {
  const way = isPickedUp ? WAY_AT_COUNTER : WAY
  const reached = word === undefined ? -1 : way.indexOf(word)
  if (reached < 0 && word !== 'To pack') return []
  return way.slice(reached + 1).map((label) => ({
    label: isPickedUp ? wordAtCounter(label) : label,
    isToCome: true,
    ...(label === 'Delivered' && { by }),
  }))
}

/** The steps that an order has before it until it is packed; its parcels have the later ones. */
export function orderStepsToCome(
  { status, cancel, parcelWord, pickUp }: Pick<Order, 'status' | 'cancel' | 'parcelWord' | 'pickUp'>,
  by: string | undefined,
): ProgressStep[] {
  const isWaiting = status !== 'delivered' && cancel === 'none' && parcelWord === undefined
  const word = isWaiting ? 'To pack' : parcelWord === 'To pack' ? parcelWord : undefined
  return stepsToCome(word, by, pickUp !== undefined)
}

/** A parcel's steps, oldest first. Several reports of one step in a row are one, with the last place. */
export function stepsOfShipment({ scans, pickUp }: Pick<Shipment, 'scans' | 'pickUp'>): ProgressStep[] {
  const steps: ProgressStep[] = []
  for (const scan of scans) {
    const step = {
      label: scan.step ? stepLabelOf({ pickUp }, scan.step) : scan.status,
      time: scan.time,
      detail: detailOf(scan),
    }
    const last = steps.at(-1)
    if (last?.label === step.label) steps[steps.length - 1] = { ...step, detail: step.detail ?? last.detail }
    else steps.push(step)
  }
  return steps
}

function detailOf({ step, status, place }: Scan): string | undefined {
  const words = step && status && status.toLowerCase() !== STEP_LABELS[step].toLowerCase() ? [status] : []
  return [...words, ...(place ? [place] : [])].join(', ') || undefined
}

/** The units of each line that have not been sent yet, by the line's position. */
export function unsentOf(
  lines: readonly { quantity: number }[],
  shipments: readonly (Pick<Shipment, 'kind' | 'step'> & { lines: readonly LineQuantity[] })[],
): number[] {
  const sent = soldIn(shipments).flatMap((shipment) => shipment.lines)
  return lines.map(({ quantity }, position) => Math.max(0, quantity - sumAt(sent, position)))
}

/** A shipment as its shopper sees it, without what passes between the shop and the courier. */
export type ShownParcel = {
  id: number
  /** It was sent for damaged or wrong goods. */
  isReplacement: boolean
  courier: string
  /** It waits at the counter for its buyer. */
  pickUp: boolean
  awb: string | undefined
  trackingLink: string | undefined
  step: Step
  /** Undefined: it is cancelled or was taken back. */
  word: ParcelWord | undefined
  lines: LineQuantity[]
  returned: LineQuantity[]
  steps: ProgressStep[]
}

export function toShownParcel(shipment: Shipment): ShownParcel {
  const { id, kind, courier, pickUp, awb, trackingLink, step, lines, returned } = shipment
  const units = (list: readonly LineQuantity[]) => list.reduce((sum, { quantity }) => sum + quantity, 0)
  const isTakenBack = step === 'returned' && units(returned) >= units(lines)
  const word = wordOfParcel({ step, isTakenBack })
  const isReplacement = kind === 'replacement'
  return {
    id,
    isReplacement,
    courier,
    pickUp,
    awb,
    trackingLink,
    step,
    word,
    // Without their amounts: a tracking link shows no money.
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
    returned,
    steps: stepsOfShipment(shipment),
  }
}
