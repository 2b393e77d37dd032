/** The ways to a person. */
export const CHANNELS = ['email', 'whatsapp', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * How far a message got. `held`: the daily limit of its address was reached; an admin can send it all the same.
 * `unclear`: the provider's answer was lost, so that it may have arrived twice, or not at all.
 */
export const SENT_STATES = ['queued', 'sent', 'delivered', 'read', 'failed', 'held', 'unclear'] as const
export type SentState = (typeof SENT_STATES)[number]
