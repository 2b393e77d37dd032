/**
 * How many emails a day go to an address that nobody has confirmed: whoever signs up with somebody else's address must
 * not be able to fill that inbox. Each kind counts by itself.
 */
const DAILY = {
  /** What happens to an order and its money. */
  order: 5,
} as const

export type EmailKind = keyof typeof DAILY

/**
 * May one more go today?
 *
 * @param sent  how many of this kind have gone to this mailbox within a day
 * @param factor how generous, as for rate limits; 0: there is no limit
 */
export function mayEmail(
  kind: EmailKind,
  { isConfirmed, sent, factor }: { isConfirmed: boolean; sent: number; factor: number },
): boolean {
  return isConfirmed || factor === 0 || sent < Math.ceil(DAILY[kind] * factor)
}

/** Providers that take dots in a name for nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** Where emails to this address arrive: `a.b+shop@gmail.com` is `ab@gmail.com`, however often somebody adds to it. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
