import { type Block, type Html, htmlOf } from './document.ts'
import {
  type BannerText,
  type Faq,
  type Highlight,
  type ReasonsText,
  readBanner,
  readFaq,
  readHighlights,
  readReasons,
  readTestimonials,
  readTips,
  type TestimonialsText,
  type TipsText,
} from './section-contents.ts'
import { type Reading, splitSections, startOfDocument } from './sections.ts'
import type { TextName } from './texts.ts'

/** A page of text. `description` is for search engines. */
export type TextPage = { title: string; description: string; intro: Html; body: Html }

const TAGLINES = {
  tagline: 'Tagline',
  footer: 'Footer',
  home: 'Description of the home page',
  products: 'Description of all products',
  category: 'Description of a category',
  search: 'Description of the search',
} as const
export type Taglines = Record<keyof typeof TAGLINES, string | undefined>

export type TextContents = {
  'refund-policy': TextPage
  terms: TextPage
  warranty: TextPage
  'privacy-addition': Html
  faq: Faq
  banner: BannerText
  tips: TipsText
  reasons: ReasonsText
  testimonials: TestimonialsText
  highlights: Highlight[]
  taglines: Taglines
}

/** The contents of a text, with the name of the text, which decides their type. */
export type TextContent = { [Name in TextName]: { name: Name; value: TextContents[Name] } }[TextName]

const READERS: { [Name in TextName]: (blocks: readonly Block[]) => Reading<TextContents[Name]> } = {
  'refund-policy': readPage,
  terms: readPage,
  warranty: readPage,
  'privacy-addition': readAddition,
  faq: readFaq,
  banner: readBanner,
  tips: readTips,
  reasons: readReasons,
  testimonials: readTestimonials,
  highlights: readHighlights,
  taglines: readTaglines,
}

/** A document as its page shows it, and the problems to fix before it is saved. */
export function readContent<Name extends TextName>(name: Name, blocks: readonly Block[]): Reading<TextContents[Name]> {
  return READERS[name](blocks)
}

function readPage(blocks: readonly Block[]): Reading<TextPage> {
  const { body, problems, ...start } = startOfDocument(blocks)
  return { value: { ...start, body: htmlOf(body) }, problems }
}

function readAddition(blocks: readonly Block[]): Reading<Html> {
  const hasTitle = blocks.some((block) => block.type === 'heading' && block.level === 1)
  return { value: htmlOf(blocks), problems: hasTitle ? ['The page has a title already. Use “##” for headings.'] : [] }
}

function readTaglines(blocks: readonly Block[]): Reading<Taglines> {
  const { sections } = splitSections(blocks)
  const textUnder = (heading: string) => {
    const found = sections.find((section) => section.heading.toLowerCase() === heading.toLowerCase())
    return found?.blocks.map((block) => (block.type === 'paragraph' ? block.text : '')).join(' ')
  }
  const known: readonly string[] = Object.values(TAGLINES).map((heading) => heading.toLowerCase())
  const problems = sections
    .filter(({ heading }) => !known.includes(heading.toLowerCase()))
    .map(({ heading }) => `“${heading}” is shown nowhere. The headings are: ${Object.values(TAGLINES).join(', ')}.`)
  const value = Object.fromEntries(Object.entries(TAGLINES).map(([name, heading]) => [name, textUnder(heading)]))
  return { value: value as Taglines, problems }
}
