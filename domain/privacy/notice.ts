import type { Words } from '#domain/shop/wording.ts'

/**
 * The short notice at sign-up, login with a code and checkout (DPDP Act 2023, section 5; Rules 2025, rule 3). A changed
 * sentence needs a new version: `consents` says who has seen which one.
 */
export const NOTICE_VERSION = '2026-11-24'

const notices = {
  signup: (shop: string) =>
    `${shop} stores your name, email and password (as a hash) to run your account, until you delete it. You can download or delete your data at any time. By pressing Signup you agree to our terms and privacy notice.`,
  /** The first login with a code makes the account. */
  code: (shop: string) =>
    `${shop} stores your email to run your account, until you delete it. You can download or delete your data at any time. By logging in with a code you agree to our terms and privacy notice.`,
  checkout: (shop: string) =>
    `${shop} uses your name, address and mobile number to deliver this order, and shares them with the courier and, if you pay online, the payment provider. The order stays with your account until you delete it, its invoice for eight years.`,
}
export type NoticePlace = keyof typeof notices

export function noticeAt(place: NoticePlace, { shop }: Words): string {
  return notices[place](shop)
}

/** Ends each notice; the page and the form behind the two links are the same at both. */
export const noticeLinks = {
  privacy: 'All about your data',
  grievance: 'Questions and complaints',
} as const
