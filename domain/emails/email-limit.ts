/** The daily limit of an unconfirmed address: nobody can flood an inbox by signing up with another person's address. */
const DAILY_EMAILS = 5

/**
 * @param sent emails to this mailbox within the last day
 * @param factor multiplies the limit, as for rate limits; 0: no limit
 */
export function mayEmail({
  isConfirmed,
  sent,
  factor,
}: {
  isConfirmed: boolean
  sent: number
  factor: number
}): boolean {
  return isConfirmed || factor === 0 || sent < Math.ceil(DAILY_EMAILS * factor)
}

/** Providers that ignore dots in the local part. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: `a.b+shop@gmail.com` is `ab@gmail.com`. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const host = address.slice(at + 1).toLowerCase()
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
