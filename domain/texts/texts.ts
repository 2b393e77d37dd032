import { startOf } from '#domain/short-text.ts'

/** Characters; the longest terms of other shops have half of it. */
export const TEXT_MAX = 50_000

/** Photographs that come with the shop. */
const BANNER_PICTURES = ['banner-1', 'banner-2', 'banner-3', 'banner-4', 'banner-5', 'banner-6', 'banner-7'] as const
const TIP_PICTURES = ['tip-1', 'tip-2', 'tip-3', 'tip-4'] as const
/** Pictograms, which web/ui/icons.tsx draws. */
const ICONS = ['check', 'drop', 'feather', 'hand', 'leaf', 'ruler', 'shield', 'star', 'sun', 'truck'] as const
export type TextIcon = (typeof ICONS)[number]

type TextSpec = {
  label: string
  path: string
  hint: string
  /** The names that `![](name)` may have. */
  pictures?: readonly string[]
  /** May it show uploaded pictures too? */
  uploads?: boolean
  /** Are its tables drawn as cards? */
  hasCards?: boolean
}

const PAGE_HINT =
  'Begins with “#” and the title. A line with “>” after it is what search engines show. The next paragraph introduces the page.'

/** Every text that an admin can write, in the order of the settings. */
export const TEXTS = {
  'refund-policy': { label: 'Refunds and returns', path: '/refund-policy', hint: PAGE_HINT },
  terms: { label: 'Terms and conditions', path: '/termsAndConditions', hint: PAGE_HINT },
  warranty: {
    label: 'Warranty',
    path: '/warranty',
    hint: `${PAGE_HINT} The table becomes cards: what, for how long, what is covered.`,
    hasCards: true,
  },
  'privacy-addition': {
    label: 'Privacy, in addition',
    path: '/privacy',
    hint: 'Added at the end of the privacy page, whose other text is made from what the shop really stores.',
  },
  faq: {
    label: 'Questions and answers',
    path: '/faq',
    hint: `${PAGE_HINT} Each “##” is a question, with its answer below.`,
  },
  banner: {
    label: 'Banner',
    path: '/',
    hint: 'Each “##” is a slide: its picture, a sentence, and a link on a line of its own. An empty text hides the banner.',
    pictures: BANNER_PICTURES,
    uploads: true,
  },
  tips: {
    label: 'Tips and guides',
    path: '/',
    hint: 'The title of the section, a sentence, then for each tip “##”, a picture and a sentence. An empty text hides the section.',
    pictures: TIP_PICTURES,
    uploads: true,
  },
  reasons: {
    label: 'Reasons to choose the shop',
    path: '/',
    hint: 'The title of the section, then for each reason “##”, an icon and a sentence. An empty text hides the section.',
    pictures: ICONS,
  },
  testimonials: {
    label: 'Testimonials',
    path: '/',
    hint: 'The title of the section, then for each customer “## Name, City”, stars such as ★★★★☆ and what they said. An empty text hides the section.',
  },
  highlights: {
    label: 'Highlights of every product',
    path: '/allproduct',
    hint: 'A list below the description of each product, after its measurements. Each line begins with an icon.',
    pictures: ICONS,
  },
  taglines: {
    label: 'Taglines and descriptions',
    path: '/',
    hint: 'Short texts by heading: the footer’s sentence, and what search engines and shared links show.',
  },
} as const satisfies Record<string, TextSpec>

export type TextName = keyof typeof TEXTS
/** The text of a page that the owner has added, by the page's id. */
export type OwnPageText = `pages/${number}`
/** `description`: that of a product. */
export type MarkdownName = TextName | OwnPageText | 'description'

const OWN_PAGE: TextSpec = {
  label: 'Page',
  path: '/pages',
  hint: 'A line with “>” at the start is what search engines show. The first paragraph introduces the page.',
}

export const TEXT_NAMES = Object.keys(TEXTS) as TextName[]

export function isTextName(name: unknown): name is TextName {
  return typeof name === 'string' && Object.hasOwn(TEXTS, name)
}

export function specOf(name: MarkdownName): TextSpec {
  return isTextName(name) ? TEXTS[name] : OWN_PAGE
}

/** Address of an uploaded picture: a folder with a file for each width. */
const UPLOADED = /^\/productImages\/[\w-]{1,120}$/

export function isUploaded(picture: string): boolean {
  return UPLOADED.test(picture)
}

/** @returns why this text may not show the picture */
export function findPictureProblem(name: MarkdownName, src: string): string | undefined {
  const { pictures = [], uploads = false } = specOf(name)
  if (pictures.includes(src) || (uploads && isUploaded(src))) return undefined
  if (pictures.length === 0) return 'This text cannot show pictures.'
  const others = uploads ? ', or of a picture that you have uploaded' : ''
  return `“${startOf(src, 60)}” is not a picture of this text. Use one of ${pictures.join(', ')}${others}.`
}

/** An address that a link may have; relative ones would change their meaning with the page. */
export function isLinkAddress(address: string): boolean {
  return /^(https?:\/\/[^/\\]|mailto:|tel:|\/(?![/\\]))/i.test(address)
}
