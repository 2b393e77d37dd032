import { type Block, type Html, htmlOf, type Picture } from './document.ts'
import {
  partsOf,
  type Reading,
  repeatedHeadings,
  type SectionParts,
  splitSections,
  startOfDocument,
} from './sections.ts'
import type { TextIcon } from './texts.ts'

export type Faq = {
  title: string
  description: string
  intro: Html
  questions: { question: string; answer: Html }[]
}
export type BannerSlide = { heading: string; text: Html; action: string; to: string; image: string; alt: string }
/** `heading`: what screen readers call the slider. */
export type BannerText = { heading: string; slides: BannerSlide[] }
export type Tip = { heading: string; text: Html; image: string; alt: string }
export type TipsText = { heading: string; intro: Html; tips: Tip[] }
export type Reason = { heading: string; text: Html; icon: TextIcon }
export type ReasonsText = { heading: string; intro: Html; points: Reason[] }
export type Testimonial = { name: string; city: string; rating: number; text: Html }
export type TestimonialsText = { heading: string; intro: Html; testimonials: Testimonial[] }
export type Highlight = { icon: TextIcon; text: Html }

export function readFaq(blocks: readonly Block[]): Reading<Faq> {
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

export function readBanner(blocks: readonly Block[]): Reading<BannerText> {
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

export function readTips(blocks: readonly Block[]): Reading<TipsText> {
  const { title, intro, parts, problems } = readSections(blocks)
  const tips = parts.flatMap(({ heading, picture, text }) => {
    if (!picture) problems.push(`“${heading}”: add a picture, such as ![](tip-1).`)
    return picture ? [{ heading, text, image: picture.src, alt: picture.alt }] : []
  })
  return { value: { heading: title, intro, tips }, problems }
}

export function readReasons(blocks: readonly Block[]): Reading<ReasonsText> {
  const { title, intro, parts, problems } = readSections(blocks)
  const points = parts.map(({ heading, picture, text }) => ({ heading, text, icon: iconOf(picture) }))
  return { value: { heading: title, intro, points }, problems }
}

export function readTestimonials(blocks: readonly Block[]): Reading<TestimonialsText> {
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

export function readHighlights(blocks: readonly Block[]): Reading<Highlight[]> {
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
