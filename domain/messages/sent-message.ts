export const CHANNELS = ['email', 'whatsapp', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * The state of a message. `held`: the daily limit of its address was reached; an admin can send it all the same.
 * `unclear`: the provider's answer was lost, so that it may have arrived twice, or not at all.
 */
export const SENT_STATES = ['queued', 'sent', 'delivered', 'read', 'failed', 'held', 'unclear'] as const
export type SentState = (typeof SENT_STATES)[number]

export const CHANNEL_LABELS: Record<Channel, string> = { email: 'Email', whatsapp: 'WhatsApp', push: 'Push' }

export const SENT_LABELS: Record<SentState, string> = {
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  held: 'Held',
  unclear: 'Unclear',
}

/** Such as `Email sent`. */
export function progressOf({ channel, state }: { channel: Channel; state: SentState }): string {
  const words = { queued: 'on its way', unclear: 'sent, perhaps twice' }
  return `${CHANNEL_LABELS[channel]} ${state === 'queued' || state === 'unclear' ? words[state] : SENT_LABELS[state].toLowerCase()}`
}

/** One that is on its way must not be queued twice. */
export function mayResend(state: SentState): boolean {
  return state !== 'queued'
}

/** A message whose answers were lost so often is not tried again, so that at most one copy too many arrives. */
export const MOST_LOST_ANSWERS = 2

/** The answer to a try: no for ever, no for now, none, or yes. */
export type TryResult = 'rejected' | 'refused' | 'lost' | 'accepted'

/** Lasts about three days with the backoff between tries. */
const MAX_TRIES = 20

/**
 * The state of a message after a try.
 *
 * @param tries with this one, since it was last queued
 * @param lostAnswers with this one
 */
export function stateAfter(
  result: TryResult,
  { tries, lostAnswers }: { tries: number; lostAnswers: number },
): SentState {
  if (result === 'accepted') return lostAnswers > 0 ? 'unclear' : 'sent'
  if (lostAnswers >= MOST_LOST_ANSWERS) return 'unclear'
  return result === 'rejected' || tries >= MAX_TRIES ? 'failed' : 'queued'
}

export const MAY_BE_TWICE = 'The answer to another try was lost, so it may have arrived twice.'
export const MAY_BE_MISSING = 'The answers to two tries were lost. It may have arrived once, twice or not at all.'
