/** A text field of a submitted form; absent fields and files count as empty. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Every text field of a submitted form, to fill it in again. */
export function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** React Router drops an action's headers from the page unless the route passes them on. */
export function retryAfter({ actionHeaders }: { actionHeaders: Headers }): Record<string, string> {
  const seconds = actionHeaders.get('retry-after')
  return seconds ? { 'retry-after': seconds } : {}
}

/** The problems are beside their fields. */
export const FIX = 'Please fix the highlighted fields.'

export const CONNECTION_LOST = 'Connection lost. Please try again.'
const SERVER_FAILED = 'Something went wrong on our side. Please try again.'

/** Why a request failed. `fetch` reports that there was no answer as a TypeError. */
export function failureText(error: unknown): string {
  return error instanceof TypeError ? CONNECTION_LOST : SERVER_FAILED
}

/** The server's answer, or `lost` when the connection is lost. Redirects pass. */
export async function orIfLost<Answer, Lost>(asked: Promise<Answer>, lost: Lost): Promise<Answer | Lost> {
  return asked.catch((error: unknown) => {
    if (error instanceof Response) throw error
    return lost
  })
}

/** Password hashing is at capacity. */
export const LOGIN_OVERLOADED = {
  status: 503,
  headers: { 'retry-after': '5' },
  message: 'We’re very busy right now. Please try again in a few seconds.',
}

/** The label of the field for who logs in, where WhatsApp is on. */
export const EMAIL_OR_NUMBER = 'Email or mobile number'

export const NO_EMAIL = 'This shop can’t send emails at the moment. Please log in with your password or contact us.'

export const NO_EMAIL_FOR_STAFF =
  'This shop can’t send emails yet, so nobody can be invited. Ready to sell says what is missing.'

export const WRONG_CODE = 'This code is wrong or has expired. After five tries you need a new one.'

/** Sellers and admins may not choose a common password. */
export const COMMON_PASSWORD = 'This password is commonly used. Choose another one.'
