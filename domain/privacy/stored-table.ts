import type { Sentence } from '#domain/shop/wording.ts'
import type { RetentionSetting } from './retention.ts'

export const TOPICS = {
  account: 'Your account',
  orders: 'Your orders and payments',
  messages: 'Messages and emails',
  selling: 'Selling with us',
  records: 'Our records',
} as const
export type Topic = keyof typeof TOPICS

/** How long: a number of days that an admin can change, or a sentence. */
export type Kept = { setting: RetentionSetting } | Sentence

export type StoredTable = {
  /** As the database names it. */
  table: string
  /** Undefined: nothing in it is about a person. */
  about?: { topic: Topic; what: Sentence; whose: Sentence; why: string; kept: Kept }
  /** Columns about the person, which `Download my data` contains. By their names in the code. */
  personal: readonly string[]
  /** Columns that nobody is shown: hashes, tokens and other secrets, and values that are meaningless without them. */
  secret?: readonly string[]
  /** Ids, states and counters. */
  technical: readonly string[]
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
