/** An account needs an address of its own; nobody receives mail at this one (RFC 2606), and it is shown nowhere. */
const NO_EMAIL = '@no-email.invalid'

/** The stored address of a customer who gave only a phone number. @param id unique */
export function placeholderEmail(id: string): string {
  return `${id.toLowerCase()}${NO_EMAIL}`
}

/** Empty: the customer has no email. */
export function knownEmail(email: string): string {
  return email.endsWith(NO_EMAIL) ? '' : email
}
