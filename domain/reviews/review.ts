import * as v from 'valibot'
import { formParser, line, maxCharacters, paragraph } from '#domain/form-fields.ts'

export const REVIEW_STATES = ['waiting', 'published', 'declined'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]
export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  waiting: 'Waiting',
  published: 'Published',
  declined: 'Not published',
}

/** Why a review may be refused, as staff choose it and as its author is told: that it is a bad one is no reason. */
export const DECLINE_REASONS = {
  abuse: { label: 'Abuse', told: 'it insults or threatens someone' },
  'personal-data': { label: 'Personal data', told: 'it contains personal data, such as a name or a phone number' },
  'not-about-product': { label: 'Not about the product', told: 'it is not about the product' },
  link: { label: 'Link', told: 'it contains a link' },
} as const
export type DeclineReason = keyof typeof DECLINE_REASONS
const REASONS = Object.keys(DECLINE_REASONS) as DeclineReason[]

/** Shop systems that reviews are imported from. */
export const REVIEW_SOURCES = { judgeme: 'Judge.me', woocommerce: 'WooCommerce' } as const
export type ReviewSource = keyof typeof REVIEW_SOURCES

export const STARS = [5, 4, 3, 2, 1] as const

/** Characters. */
export const REVIEW_MAX = 2000
export const SHOWN_AS_MAX = 120

const text = (empty: string) =>
  v.pipe(paragraph, v.minLength(1, empty), maxCharacters(REVIEW_MAX, 'Use at most 2,000 characters.'))
const reviewSchema = v.object({
  /** Of the order's line. */
  position: v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)),
  /** The version of the review that the form shows; 0: a new one. */
  seen: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)),
  stars: v.pipe(line, v.regex(/^[1-5]$/, 'Choose from one to five stars.'), v.transform(Number)),
  text: text('Write your review.'),
  shown: v.pipe(line, v.picklist(['name', 'hidden'], 'Choose how you are named.')),
})
export type TypedReview = v.InferOutput<typeof reviewSchema>

export const parseReview = formParser(reviewSchema)
export const parseWithdrawal = formParser(v.object({ position: reviewSchema.entries.position }))

const id = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** Identifies the review as the form shows it (`seenOf`), so that nobody decides about words they have not read. */
const decided = { review: id, seen: v.pipe(v.string(), v.maxLength(60)) }
const decisionSchema = v.variant('intent', [
  v.object({ intent: v.literal('publish'), ...decided }),
  v.object({
    intent: v.literal('decline'),
    ...decided,
    reason: v.pipe(line, v.picklist(REASONS, 'Choose a reason.')),
  }),
  v.object({ intent: v.literal('answer'), ...decided, answer: text('Write an answer.') }),
])
/** A decision of staff about a review. */
export type Decision = v.InferOutput<typeof decisionSchema>

export const parseDecision = formParser(decisionSchema)

type Seen = { version: number; state: ReviewState; answeredAt: Date | string | null | undefined }

/** Changes with everything that staff decide about. */
export function seenOf({ version, state, answeredAt }: Seen): string {
  return [version, state, answeredAt ? new Date(answeredAt).getTime() : 0].join('-')
}

/** How a buyer may be named: `Meera S., Pune`. */
export function shownNameOf({ name, city }: { name: string; city: string }): string {
  const [first = '', ...others] = name.split(/\s+/).filter(Boolean)
  const last = others.at(-1)
  const initial = last ? ` ${[...last][0]?.toUpperCase()}.` : ''
  return [...[first + initial, city.trim()].filter(Boolean).join(', ')].slice(0, SHOWN_AS_MAX).join('')
}

/** A review as everybody reads it. Times are ISO 8601. */
export type PublishedReview = {
  id: number
  /** The source that it was imported from; null: its author received the product from this shop. */
  source: ReviewSource | null
  /** Addresses of folders, as those of product images. */
  pictures: string[]
  stars: number
  /** Empty: its author deleted their account. */
  text: string
  /** Empty: the author is not named. */
  shownAs: string
  answer: string | null
  answeredAt: string | undefined
  time: string
}

/** How many published reviews have one star, two, and so on to five. */
export type Spread = readonly [number, number, number, number, number]
/**
 * The sums of a product's reviews. Those that were imported are counted only while no buyer of this shop has reviewed the
 * product, because the shop cannot know who wrote them.
 */
export type ReviewSummary = {
  spread: Spread
  /** Does `spread` count imported ones? */
  isImported: boolean
  /** Published ones that were imported. */
  imported: number
  /** Published ones with pictures. */
  pictured: number
  /** Were not published. */
  declined: number
}

/** The average with one decimal; undefined: there is no review. */
export function ratingOf(spread: Spread): { rating: number; count: number } | undefined {
  const count = spread.reduce((all, each) => all + each, 0)
  const sum = spread.reduce((all, each, index) => all + each * (index + 1), 0)
  return count === 0 ? undefined : { rating: Math.round((10 * sum) / count) / 10, count }
}

/** Says how many were refused; undefined: none. */
export function declinedSentence(declined: number): string | undefined {
  if (declined === 0) return undefined
  return declined === 1
    ? '1 review was not published'
    : `${declined.toLocaleString('en-IN')} reviews were not published`
}

/** Says what imported reviews are; undefined: there is none. */
export function importedSentence({ imported, isImported }: Pick<ReviewSummary, 'imported' | 'isImported'>) {
  if (imported === 0) return undefined
  if (isImported) return 'Imported from the shop’s earlier website. We can’t say whether their authors bought it.'
  return imported === 1
    ? '1 review from the shop’s earlier website is shown, but not counted.'
    : `${imported.toLocaleString('en-IN')} reviews from the shop’s earlier website are shown, but not counted.`
}

export const REVIEW_PICTURES = 3

/** The address at which a picture is served, from the path at which it is stored: `buyerPictures/…`. */
export function reviewPicture(folder: string): string {
  return folder.replace(/^buyerPictures/, '/reviewPictures')
}

/** Pictures of a review that its author keeps, as the form names them. */
export function keptPictures(form: FormData): string[] {
  const kept = form.getAll('keep').filter((value) => typeof value === 'string')
  return [...new Set(kept)].slice(0, REVIEW_PICTURES + 1)
}

export const REVIEWS_A_PAGE = 20
/** The newest, on the page of the product. */
export const NEWEST_REVIEWS = 5
