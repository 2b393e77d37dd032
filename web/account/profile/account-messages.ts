/** The sections of the account page, each with an anchor of that name. */
export type AccountSection = 'name' | 'email' | 'password' | 'addresses' | 'sessions' | 'notifications' | 'number'

/** For each form of the account page: the section that shows its answer, and the sentence when it was done. */
const forms = {
  name: { section: 'name', done: 'Your name was changed.' },
  password: { section: 'password', done: 'Your password was changed. All other devices are logged out.' },
  email: { section: 'email', done: undefined },
  'confirm-email': { section: 'email', done: 'Your email was changed.' },
  number: { section: 'number', done: undefined },
  'confirm-number': { section: 'number', done: 'Your number is confirmed. You can log in with it.' },
  'remove-number': { section: 'number', done: 'Your number was removed.' },
  'send-code': { section: 'password', done: undefined },
  'confirm-session': { section: 'password', done: 'Thank you. You can change your password and email now.' },
  'add-address': { section: 'addresses', done: 'The address was added.' },
  'edit-address': { section: 'addresses', done: 'The address was changed.' },
  'default-address': { section: 'addresses', done: 'The default address was changed.' },
  'delete-address': { section: 'addresses', done: 'The address was deleted.' },
  'end-session': { section: 'sessions', done: 'That device is logged out.' },
  notifications: { section: 'notifications', done: 'Your notifications were saved.' },
  'add-device': { section: 'notifications', done: 'This device is notified.' },
  'remove-device': { section: 'notifications', done: 'The device is no longer notified.' },
  'end-other-sessions': { section: 'sessions', done: 'All other devices are logged out.' },
} as const satisfies Record<string, { section: AccountSection; done: string | undefined }>

export type AccountIntent = keyof typeof forms

export function sectionOf(intent: AccountIntent): AccountSection {
  return forms[intent].section
}

/** @param done of the page's URL; unknown text confirms nothing */
export function confirmationFor(section: AccountSection, done: string | null): string | undefined {
  if (done === null || !Object.hasOwn(forms, done)) return undefined
  const form = forms[done as AccountIntent]
  return form.section === section ? form.done : undefined
}
