/** A text field of a posted form; absent fields and files count as empty. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** More people log in and sign up at this moment than passwords can be worked on. */
export const BUSY = {
  status: 503,
  headers: { 'retry-after': '5' },
  message: 'Many people are logging in at this moment. Please try again in a few seconds.',
}
