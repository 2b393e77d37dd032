import { formatRupees } from '#domain/money.ts'
import { STEP_LABELS } from '#domain/orders/shipment.ts'
import { plural } from '#domain/text.ts'

/** The areas of actions, by which the audit is filtered. */
export const AUDIT_AREAS = {
  orders: 'Orders and parcels',
  money: 'Cash and exports',
  products: 'Products and sizes',
  customers: 'Customers and messages',
  shop: 'Settings and texts',
  accounts: 'Accounts and security',
} as const
export type AuditArea = keyof typeof AUDIT_AREAS

type Values = Record<string, unknown>

type Facts = {
  /** The subject in words: `order 1016`, or a person's name. */
  about: string
  /** The same for what belongs to it: `Ravi’s`, or `their` where somebody changed something of their own. */
  whose: string
  before: Values
  after: Values
}

type Sentence = (facts: Facts) => string

/** Each action with its sentence, which follows the name of whoever did it. */
const SENTENCES = {
  orders: {
    'dispatch order': ({ about, after }) => `dispatched ${about}${listed(items(after.lines))}`,
    'change courier': ({ about, after }) => `changed the courier of a parcel of ${about}${listed(carrier(after))}`,
    'cancel parcel': ({ about }) => `cancelled a parcel of ${about}`,
    'book courier': ({ about }) => `booked a courier for a parcel of ${about}`,
    'book again': ({ about }) => `booked a courier for a parcel of ${about} again`,
    'move shipment': ({ about, after }) => `recorded where a parcel of ${about} is${listed(stepOf(after.step))}`,
    'deliver order': ({ about }) => `delivered ${about}`,
    'undo delivery': ({ about }) => `undid the delivery of ${about}`,
    'take back': ({ about, after }) => `took goods of ${about} back${listed(items(after.lines))}`,
    'refund order': ({ about, after }) => `refunded a part of ${about}${listed(rupees(after.amount))}`,
    'refund return': ({ about, after }) => `refunded a return of ${about}${listed(rupees(after.amount))}`,
    'move return': ({ about, after }) =>
      `dealt with ${words(after.return) || 'a return'} of ${about}${listed(words(after.state))}`,
    'book pickup': ({ about, after }) =>
      `booked a pickup of ${about}${listed([words(after.courier), words(after.awb)].filter(Boolean).join(' '))}`,
    'cancel replacement': ({ about }) => `cancelled a replacement of ${about}`,
    'cancel pickup': ({ about }) => `cancelled a pickup of ${about}`,
    'take order': ({ about, after }) => `took ${about}${listed(words(after.payment))}`,
    'change order': ({ about, after }) => `changed ${about}${listed(words(after.items))}`,
    'change address': ({ about, after }) => `changed the address of ${about}${listed(names(after))}`,
    'choose state': ({ about, after }) => `chose the State of ${about}${listed(words(after.state))}`,
    'confirm bill to': ({ about }) => `confirmed to whom ${about} is billed`,
    'change note': ({ about }) => `changed the note of ${about}`,
    'confirm cash order': ({ about }) => `confirmed ${about}, to be paid in cash`,
    'decline cash order': ({ about }) => `cancelled ${about} instead of confirming it`,
    'cancel unconfirmed order': ({ about }) => `cancelled ${about}, which its buyer had not confirmed`,
    'keep order': ({ about }) => `took back the request to cancel ${about}`,
    'approve cancellation': ({ about }) => `approved the cancellation of ${about}`,
    'delete order': ({ about }) => `deleted ${about}`,
  },
  money: {
    'receive cash': ({ about, after }) => `received cash of ${about}${listed(rupees(after.amount))}`,
    'remove cash': ({ about, after }) => `removed cash of ${about}${listed(rupees(after.amount))}`,
    'assign cash': ({ about, after }) => `gave what a courier paid to ${about}${listed(rupees(after.amount))}`,
    'write off cash': ({ about, after }) => `wrote off cash of ${about}${listed(rupees(after.amount))}`,
    'answer credit note': ({ about, after }) =>
      `recorded what the buyer of ${about} did in IMS${listed(words(after.answer))}`,
    'accept difference': ({ about, after }) =>
      `accepted a difference of ${after.awb ? `AWB ${words(after.awb)}` : about}${listed(rupees(after.amount))}`,
    'pay back': ({ about, after }) => `paid back what ${about} is owed${listed(rupees(after.amount))}`,
    'remove remittances': () => 'removed an import of what couriers paid',
    'remove remittance': ({ about, after }) =>
      `removed what a courier paid for ${about}${listed(rupees(after.amount))}`,
    'import remittances': ({ after }) => `imported what couriers paid${listed(count(after.added, 'new payment'))}`,
    'export table': ({ about }) => `exported the ${about}`,
  },
  products: {
    'add product': ({ about, after }) => `added ${about}${listed(words(after.title))}`,
    'update product': ({ about, after }) => `changed ${about}${listed(names(after))}`,
    'approve product': ({ about }) => `approved ${about}`,
    'feature product': ({ about }) => `featured ${about}`,
    'restock product': ({ about }) => `restocked ${about}`,
    'put product on sale': ({ about }) => `put ${about} on sale`,
    'take product off sale': ({ about }) => `took ${about} off sale`,
    'release hold': ({ about }) => `released units of ${about} that a checkout held`,
    'delete product': ({ about, before }) => `deleted ${about}${listed(words(before.title))}`,
    'restore product': ({ about, after }) => `restored ${about}${listed(words(after.title))}`,
    'import products': ({ after }) => `imported products${listed(words(after.fileName))}`,
    'add collection': added,
    'change collection': changed,
    'delete collection': deleted,
    'add offer': added,
    'change offer': changed,
    'end offer': ({ about }) => `ended ${about}`,
    'make codes': ({ about, after }) => `made codes for ${about}${listed(words(after.codes))}`,
    'add family': added,
    'change family': changed,
    'delete family': deleted,
    'add size': added,
    'change size': changed,
    'delete size': deleted,
    'add finish': added,
    'change finish': changed,
    'delete finish': deleted,
  },
  customers: {
    'answer message': ({ about }) => `answered ${about}`,
    'close message': ({ about }) => `closed ${about}`,
    'reopen message': ({ about }) => `reopened ${about}`,
    'import reviews': ({ after }) => `imported ${words(after.added)} reviews`,
    'import customers': ({ after }) =>
      `imported ${words(after.customers)} customers and ${words(after.orders)} past orders`,
    'publish review': ({ about }) => `published ${about}`,
    'decline review': ({ about, after }) => `declined ${about}${listed(words(after.reason))}`,
    'answer review': ({ about }) => `answered ${about}`,
    'change customer note': ({ whose, after }) => `changed ${whose} ${each(after.changed) || 'note'}`,
    'resend email': ({ about }) => `sent an email about ${about} again`,
  },
  shop: {
    'change connection': ({ after }) => `changed keys of outside services${listed(words(after.changed))}`,
    'remove connection': ({ before }) => `removed keys of outside services${listed(words(before.service))}`,
    'change settings': ({ after }) => `changed settings${listed(names(after))}`,
    'replace pincodes': ({ after }) => `replaced the list of pincodes${listed(count(after.pincodes, 'pincode'))}`,
    'add page': added,
    'change page': changed,
    'delete page': deleted,
    'change text': ({ about }) => `changed the ${about}`,
    'restore text': ({ about, after }) => `restored version ${words(after.from)} of the ${about}`,
    'add redirect': ({ about, after }) => `added the ${about}${listed(to(after.to))}`,
    'delete redirect': ({ about }) => `deleted the ${about}`,
    'delete search': ({ about }) => `deleted the ${about} from the list of searches`,
    'clear searches': ({ before }) =>
      `cleared the list of searches${listed(count(before.count, 'search', 'searches'))}`,
    'keep as it is': () => 'kept a point of “Ready to sell” as it is',
    'ask again': () => 'opened a point of “Ready to sell” again',
    'begin an empty shop': ({ after }) => `began an empty shop${listed(words(after.shopName))}`,
    'fill with the demo shop': () => 'filled the shop with demo data',
    'back up': () => 'made a backup',
    'restore a backup': () => 'restored a backup',
  },
  accounts: {
    'invite staff': ({ after }) =>
      `invited ${words(after.email) || 'someone'} to the staff${listed(words(after.role))}`,
    'withdraw invite': ({ before }) => `withdrew the invite of ${words(before.email) || 'someone'}`,
    'join staff': ({ after }) => `joined the staff${listed(words(after.role))}`,
    'change staff role': ({ whose, before, after }) =>
      `changed ${whose} role${listed(fromTo(before.role, after.role))}`,
    'remove staff': ({ about }) => `removed ${about} from the staff`,
    'save staff role': ({ after }) => `saved a role${listed(words(after.role))}`,
    'delete staff role': ({ before }) => `deleted a role${listed(words(before.role))}`,
    'change role': ({ whose, before, after }) => `changed ${whose} role${listed(fromTo(before.role, after.role))}`,
    'create admin': ({ about }) => `created the admin ${about}`,
    'make admin': ({ about }) => `made ${about} an admin`,
    'set password': ({ whose }) => `set ${whose} password`,
    'reset password': ({ whose }) => `reset ${whose} password`,
    'change password': ({ whose }) => `changed ${whose} password`,
    'confirm number': ({ whose }) => `confirmed ${whose} mobile number`,
    'remove number': ({ whose }) => `removed ${whose} mobile number`,
    'change email': ({ whose }) => `changed ${whose} email address`,
    'confirm address': ({ whose }) => `confirmed ${whose} email address`,
    'end session': ({ whose, before }) => `ended one of ${whose} sessions${listed(words(before.device))}`,
    'add authenticator app': ({ whose }) => `added an authenticator app to ${whose} account`,
    'remove authenticator app': ({ whose }) => `removed the authenticator app from ${whose} account`,
    'add passkey': ({ whose }) => `added a passkey to ${whose} account`,
    'remove passkey': ({ whose }) => `removed a passkey from ${whose} account`,
    'use recovery code': ({ whose }) => `logged in to ${whose} account with a recovery code`,
    'make recovery codes': ({ whose }) => `made new recovery codes for ${whose} account`,
    'reset second factor': ({ whose }) => `reset the two-step login of ${whose} account`,
    'ask for own data': () => 'asked for a copy of their data',
    'download own data': () => 'downloaded a copy of their data',
    'delete account': () => 'deleted an account',
    'list persons of a breach': ({ after }) =>
      `listed who is affected by a breach${listed(count(after.persons, 'person'))}`,
  },
} as const satisfies Record<AuditArea, Record<string, Sentence>>

type Sentences = typeof SENTENCES
export type AuditAction = { [Area in AuditArea]: keyof Sentences[Area] }[AuditArea]

const sentences: Readonly<Record<string, Sentence>> = Object.assign({}, ...Object.values(SENTENCES))

export const AUDIT_ACTIONS = Object.keys(sentences) as AuditAction[]

export function actionsIn(area: AuditArea): string[] {
  return Object.keys(SENTENCES[area])
}

export type AuditEntry = {
  action: string
  /** Such as `order 1016`. */
  subject: string
  /** Of the account that the entry is about, if it still exists. */
  name?: string | undefined
  isOwn: boolean
  before: unknown
  after: unknown
}

/**
 * The rest of a sentence after somebody’s name: `dispatched order 1016: 2 items`. An action that this version does not
 * know is told as it is stored.
 */
export function sentenceOf(entry: AuditEntry): string {
  const about = aboutOf(entry)
  const say = Object.hasOwn(sentences, entry.action) ? sentences[entry.action] : undefined
  const facts = {
    about,
    whose: entry.isOwn ? 'their' : `${about}’s`,
    before: values(entry.before),
    after: values(entry.after),
  }
  return say?.(facts) ?? `${entry.action}: ${about}`
}

export function aboutOf({ subject, name }: Pick<AuditEntry, 'subject' | 'name'>): string {
  if (name !== undefined) return name
  return subject.startsWith('user ') ? 'a deleted account' : subject
}

/** The page of an entry's record in the back office; undefined: it has no page. */
export function recordPath(subject: string): string | undefined {
  const [, kind = '', id = ''] = /^(order|product|user|message) ([\w-]+)$/.exec(subject) ?? []
  return kind === 'product' ? `/updateproduct/${id}` : PAGES[kind] && `${PAGES[kind]}/${id}`
}

const PAGES: Record<string, string> = {
  order: '/adminDashboard/orders',
  user: '/adminDashboard/users',
  message: '/adminDashboard/messages',
}

function added({ about }: Facts): string {
  return `added the ${about}`
}

function changed({ about, after }: Facts): string {
  return `changed the ${about}${listed(names(after))}`
}

function deleted({ about }: Facts): string {
  return `deleted the ${about}`
}

function listed(detail: string): string {
  return detail && `: ${detail}`
}

function values(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function words(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Names of the fields that have changed, as words: `mobileNumber` is `mobile number`. */
function names(after: Values): string {
  return Object.keys(after)
    .map((name) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`))
    .join(', ')
}

function each(list: unknown): string {
  return Array.isArray(list) ? list.map(words).join(' and ') : ''
}

/** The units of lines, or of what came back: `2 items`. */
function items(lines: unknown): string {
  if (!Array.isArray(lines)) return ''
  const units = lines
    .map(values)
    .reduce((sum, line) => sum + UNITS.reduce((all, name) => all + number(line[name]), 0), 0)
  return count(units, 'item')
}

const UNITS = ['quantity', 'good', 'damaged'] as const

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function count(value: unknown, one: string, many?: string): string {
  return typeof value === 'number' ? plural(value, one, many) : ''
}

function rupees(value: unknown): string {
  return typeof value === 'number' ? formatRupees(value) : ''
}

function carrier({ courier, awb }: Values): string {
  return [words(courier), words(awb)].filter(Boolean).join(', ')
}

function stepOf(step: unknown): string {
  return (
    Object.entries(STEP_LABELS)
      .find(([name]) => name === step)?.[1]
      .toLowerCase() ?? ''
  )
}

function to(address: unknown): string {
  return words(address) && `to ${words(address)}`
}

function fromTo(before: unknown, after: unknown): string {
  return [words(before), words(after)].filter(Boolean).join(' → ')
}
