/** Replaces what named a person whose account was deleted. */
export const DELETED = 'deleted user'
/** Replaces what named a person after the time for which the settings keep names. */
export const EXPIRED = 'no longer kept'

/** Whom an erasure is about, in every spelling that the database has. */
export type Identity = {
  userId: string
  /** In lower case. */
  emails: readonly string[]
  names: readonly string[]
  /** Addresses and phone numbers, which are removed also from the middle of a text. */
  details: readonly string[]
}

/** Fields of records that say who somebody is. */
const PERSONAL = new Set([
  'name',
  'username',
  'email',
  'address',
  'city',
  'pincode',
  'mobileNumber',
  'phone',
  'note',
  'cancelReason',
  'message',
  'mailbox',
  'problem',
])
/** Fields of records that name an account. */
const OWNER = new Set(['userId', 'userid', 'uid', 'sellerId'])

/**
 * Removes a person from a stored value of the audit log. Their own records lose every personal field; in all other records
 * only what is theirs is replaced.
 *
 * @param isTheirs the value is a record of this person
 */
export function redactPerson(value: unknown, person: Identity, isTheirs = false): unknown {
  if (typeof value === 'string') return redactText(value, person)
  if (Array.isArray(value)) return value.map((item) => redactPerson(item, person, isTheirs))
  if (typeof value !== 'object' || value === null) return value
  const record = isTheirs || namesPerson(value, person)
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      if (OWNER.has(field) && item === person.userId) return [field, null]
      if (record && PERSONAL.has(field) && item !== null && item !== '') return [field, DELETED]
      return [field, redactPerson(item, person, record)]
    }),
  )
}

function namesPerson(record: object, { userId: whose, emails }: Identity): boolean {
  const { userId, userid, uid, email } = record as Record<string, unknown>
  return (
    [userId, userid, uid].includes(whose) || (typeof email === 'string' && emails.includes(email.trim().toLowerCase()))
  )
}

/** A name is replaced only where it is the whole text: a pot may be called like somebody. */
function redactText(text: string, { userId, emails, names, details }: Identity): string {
  if (text === userId || names.includes(text)) return DELETED
  return [...emails, ...details].reduce((rest, part) => replaceAll(rest, part), text)
}

function replaceAll(text: string, part: string): string {
  const lower = text.toLowerCase()
  // Some letters change their length in lower case; then the places would differ.
  if (lower.length !== text.length) return text.replaceAll(part, DELETED)
  let result = ''
  let from = 0
  for (let at = lower.indexOf(part.toLowerCase()); at >= 0; at = lower.indexOf(part.toLowerCase(), from)) {
    result += text.slice(from, at) + DELETED
    from = at + part.length
  }
  return result + text.slice(from)
}

/** Words that may contain an email address. */
const WORD = /[^\s"'<>()]+/g

/** Removes everybody from a stored value of the audit log. */
export function redactEverybody(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(WORD, (word) => (/.@./.test(word) ? EXPIRED : word))
  if (Array.isArray(value)) return value.map(redactEverybody)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => {
      if (item === null || item === '') return [field, item]
      if (OWNER.has(field)) return [field, null]
      return [field, PERSONAL.has(field) ? EXPIRED : redactEverybody(item)]
    }),
  )
}
