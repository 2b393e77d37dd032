import {
  type Block,
  type Html,
  htmlOf,
  type Picture,
  partsOf,
  type Reading,
  repeatedHeadings,
  type SectionParts,
  splitSections,
  startOfDocument,
} from './document.ts'
import type { TextIcon, TextName } from './texts.ts'

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

const READERS = {
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
} satisfies Record<TextName, (blocks: readonly Block[]) => Reading<unknown>>

export type TextContents = { [Name in TextName]: ReturnType<(typeof READERS)[Name]>['value'] }

/** The contents of a text, with the name of the text, which decides their type. */
export type TextContent = { [Name in TextName]: { name: Name; value: TextContents[Name] } }[TextName]

/** A document as its page shows it, and the problems to fix before it is saved. */
export function readContent<Name extends TextName>(name: Name, blocks: readonly Block[]): Reading<TextContents[Name]> {
  const readers: { [Name in TextName]: (blocks: readonly Block[]) => Reading<TextContents[Name]> } = READERS
  return readers[name](blocks)
}

function readPage(blocks: readonly Block[]): Reading<TextPage> {
  const { body, problems, ...start } = startOfDocument(blocks)
  return { value: { ...start, body: htmlOf(body) }, problems }
}

/** The text of a page whose title is a field of its own. */
export function readOwnPage(title: string, blocks: readonly Block[]): Reading<TextPage> {
  const { value, problems } = readAddition(blocks)
  const { description, intro, body } = startOfDocument(blocks)
  return {
    value: { title, description, intro, body: problems.length > 0 ? value : htmlOf(body) },
    problems,
  }
}

function readAddition(blocks: readonly Block[]): Reading<Html> {
  const hasTitle = blocks.some((block) => block.type === 'heading' && block.level === 1)
  return { value: htmlOf(blocks), problems: hasTitle ? ['The page has a title already. Use “##” for headings.'] : [] }
}

function readFaq(blocks: readonly Block[]) {
  const { title, description, intro, body, problems } = startOfDocument(blocks)
  const { before, sections } = splitSections(body)
  if (before.length > 0) problems.push('Begin each question with “##”. There is text before the first one.')
  if (sections.length === 0) problems.push('Add at least one question: “##” and its words.')
  problems.push(...repeatedHeadings(sections))
  for (const { heading, blocks } of sections)
    if (heading === '' || blocks.length === 0) problems.push(`“${heading}”: a question needs words and an answer.`)
  const questions = sections.map(({ heading, blocks }) => ({ question: heading, answer: htmlOf(blocks) }))
  return { value: { title, description, intro, questions }, problems }
}

function readBanner(blocks: readonly Block[]) {
  const { title, intro, parts, problems } = readSections(blocks)
  if (intro !== '') problems.push('Begin each slide with “##”. There is text before the first one.')
  const slides = parts.flatMap(({ heading, picture, text, link }) => {
    if (!picture) problems.push(`“${heading}”: add a picture, such as ![](banner-1).`)
    if (!link) problems.push(`“${heading}”: add a link on a line of its own, such as [See all](/allproduct).`)
    if (!picture || !link) return []
    return [{ heading, text, action: link.label, to: link.to, image: picture.src, alt: picture.alt }]
  })
  return { value: { heading: title, slides }, problems }
}

function readTips(blocks: readonly Block[]) {
  const { title, intro, parts, problems } = readSections(blocks)
  const tips = parts.flatMap(({ heading, picture, text }) => {
    if (!picture) problems.push(`“${heading}”: add a picture, such as ![](tip-1).`)
    return picture ? [{ heading, text, image: picture.src, alt: picture.alt }] : []
  })
  return { value: { heading: title, intro, tips }, problems }
}

function readReasons(blocks: readonly Block[]) {
  const { title, intro, parts, problems } = readSections(blocks)
  const points = parts.map(({ heading, picture, text }) => ({ heading, text, icon: iconOf(picture) }))
  return { value: { heading: title, intro, points }, problems }
}

function readTestimonials(blocks: readonly Block[]) {
  const { title, intro, sections, problems } = readSections(blocks)
  const testimonials = sections.map(({ heading, blocks: [first, ...others] }) => {
    const comma = heading.lastIndexOf(',')
    const stars = first?.type === 'paragraph' ? first.text : ''
    if (comma < 1) problems.push(`“${heading}”: write a name and a city, such as “## Ananya Iyer, Bengaluru”.`)
    if (!/^★{1,5}☆{0,4}$/.test(stars)) problems.push(`“${heading}”: put one to five stars below it, such as ★★★★☆.`)
    const parts = partsOf({ heading, blocks: others })
    problems.push(...parts.problems)
    return {
      name: (comma < 1 ? heading : heading.slice(0, comma)).trim(),
      city: comma < 1 ? '' : heading.slice(comma + 1).trim(),
      rating: Math.min(5, stars.match(/★/g)?.length ?? 0),
      text: parts.text,
    }
  })
  return { value: { heading: title, intro, testimonials }, problems }
}

function readHighlights(blocks: readonly Block[]) {
  const items = blocks.flatMap((block) => (block.type === 'list' ? block.items : []))
  const value = items.map((item) => ({ icon: iconOf(item?.picture), text: item?.inline ?? '' }))
  const isList = blocks.every((block) => block.type === 'list') && items.every((item) => item !== undefined)
  return { value, problems: isList ? [] : ['Write a list: each line begins with “-”.'] }
}

/** An empty text hides its section. */
function readSections(blocks: readonly Block[]) {
  const { title, intro, body, problems: missing } = startOfDocument(blocks)
  const { before, sections } = splitSections(body)
  const problems = blocks.length === 0 ? [] : missing
  if (before.length > 0) problems.push('Begin each part with “##”. There is text before the first one.')
  const parts: SectionParts[] = sections.map(partsOf)
  return {
    title,
    intro,
    sections,
    parts,
    problems: [...problems, ...repeatedHeadings(sections), ...parts.flatMap((part) => part.problems)],
  }
}

function iconOf(picture: Picture | undefined): TextIcon {
  return (picture?.src ?? 'check') as TextIcon
}

function readTaglines(blocks: readonly Block[]) {
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
  return { value: value as Record<keyof typeof TAGLINES, string | undefined>, problems }
}
