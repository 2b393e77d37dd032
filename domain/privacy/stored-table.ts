import type { Sentence } from '#domain/shop/wording.ts'
import { DELETED_USER } from './deleted-user.ts'
import type { RetentionSetting } from './retention.ts'

export const TOPICS = {
  account: 'Your account',
  orders: 'Your orders and payments',
  messages: 'Messages and emails',
  selling: 'Selling with us',
  records: 'Our records',
} as const
export type Topic = keyof typeof TOPICS

/** By its name in the code; `params.email` is a field of a JSON column. */
type Column = string

/** How long: a number of days that an admin can change, or a sentence. A row whose column has this value stays. */
export type Kept = { setting: RetentionSetting; except?: { column: Column; value: string } } | Sentence

/** The owner of a row. */
export type Owner =
  /** Of the account with this ID. */
  | { account: Column }
  /** Of the account with this email address, if it is confirmed. */
  | { email: Column }
  /** Of whoever owns the row of another table that this column refers to. */
  | { row: Column; of: string }
  /** Its text starts with `user` and the account's ID, or is one of these words and the ID of a row of theirs. */
  | { subject: Column; words: Readonly<Record<string, string>> }
  /** The ID or the email address of the account is in its text. */
  | { text: Column }

/** The treatment of a person's rows when their account is deleted. */
export type Erased =
  | 'deleted'
  /** By the foreign key to the account. */
  | 'deleted with the account'
  /** By the foreign key to the account; the row stays. */
  | 'detached from the account'
  /** The person is replaced in its texts. */
  | 'redacted'
  /** The person is named only in the row that this one belongs to, or nowhere. */
  | 'kept'
  /** These values replace the person's. */
  | Readonly<Record<Column, Sentence | null>>

export type StoredTable = {
  /** As the database names it. */
  table: string
  /** Undefined: nothing in it is about a person. */
  about?: { topic: Topic; what: Sentence; whose: Sentence; why: string; kept: Kept; erased: Erased }
  /** How a person's rows are found. Undefined: by its column `userId`, if it has one. */
  owners?: readonly Owner[]
  /** The account that did something to the row of another; the row is in its download too. */
  actor?: Column
  /** The row is deleted in the night after this time. */
  expires?: Column
  /** The columns that name a person. Without an email address: the owner's account. */
  names?: { name?: readonly Column[]; email?: Column }
  /**
   * Addresses and phone numbers by which, like its names, the owner is found in other texts when the account is deleted.
   * Undefined: its names may be another person's.
   */
  details?: readonly Column[]
  /** The loss to people if somebody reads the table; an admin reads most. Undefined: it names nobody by themselves. */
  breach?: { lost: Sentence; isHiddenFromAdmins?: true }
  /** Columns about the person, which `Download my data` contains. By their names in the code. */
  personal?: readonly Column[]
  /** Columns that nobody is shown: hashes, tokens and other secrets, and values that are meaningless without them. */
  secret?: readonly Column[]
  /** Ids, states and counters. */
  technical: readonly Column[]
}

export const UNTIL_DELETED = 'Until you delete your account'

export const ADDRESS_COLUMNS = [
  'name',
  'address',
  'city',
  'pincode',
  'mobileNumber',
  'stateCode',
  'firm',
  'gstin',
  'registeredAddress',
] as const

export const ADDRESS_DETAILS = ['address', 'registeredAddress', 'mobileNumber'] as const

/** An order or a checkout without its owner. */
export const NOBODY = {
  ...Object.fromEntries(ADDRESS_COLUMNS.map((column) => [column, ''])),
  name: DELETED_USER.name,
  email: DELETED_USER.email,
  userId: DELETED_USER.id,
}
