import type { TextPage } from '#domain/texts/contents.ts'
import type { Block } from '#domain/texts/document.ts'
import type { BannerText, ReasonsText, TestimonialsText, TipsText } from '#domain/texts/section-contents.ts'
import { LONG } from './samples.tsx'

export const BANNER: BannerText = {
  heading: 'Featured collections',
  slides: [
    slide('banner-2', 'Stone you can lift with one hand'),
    slide('banner-1', 'BOXA, a kitchen garden in a row'),
    slide('banner-3', 'On three feet, off the floor'),
  ],
}

export const TIPS: TipsText = {
  heading: 'Tips and guides',
  intro: ['In a sentence.'],
  tips: (['tip-1', 'tip-2', 'tip-3', 'tip-4'] as const).map((image, index) => ({
    heading: `Tip ${index + 1}`,
    text: index === 0 ? [LONG] : ['Water by ', { type: 'strong', children: ['weight'] }, '.'],
    image,
    alt: '',
  })),
}

export const REASONS: ReasonsText = {
  heading: 'Why choose us',
  intro: [],
  points: [
    { icon: 'feather', heading: 'Light', text: ['One person can carry it.'] },
    { icon: 'truck', heading: 'Free', text: ['See ', { type: 'link', to: '/faq', children: ['how'] }, '.'] },
  ],
}

export const TESTIMONIALS: TestimonialsText = {
  heading: 'What our customers say',
  intro: [],
  testimonials: [
    { name: 'Ananya Iyer', city: 'Bengaluru', rating: 5, text: [LONG] },
    { name: 'Farida Sheikh', city: 'Hyderabad', rating: 4, text: ['Lovely.'] },
    { name: 'Rohan Deshpande', city: 'Pune', rating: 3, text: ['It fits.'] },
    { name: 'Gurpreet Singh', city: 'Chandigarh', rating: 5, text: ['No complaints.'] },
  ],
}

export const PAGE: TextPage = {
  title: LONG,
  description: '',
  intro: ['An introduction in one sentence.'],
  body: [
    { type: 'heading', level: 2, children: ['A heading'] },
    { type: 'paragraph', children: ['Text, and a list:'] },
    { type: 'list', start: undefined, items: [words('of one thing'), words('and another.')] },
    { type: 'list', start: 3, items: [words('Third.')] },
    { type: 'heading', level: 3, children: ['A smaller heading'] },
    { type: 'quote', blocks: words('A quote.') },
    { type: 'table', head: [['What'], ['For how long'], ['Covers']], rows: [[['All'], ['6 months'], [LONG]]] },
  ],
}

function words(text: string): Block[] {
  return [{ type: 'paragraph', children: [text] }]
}

function slide(image: string, heading: string) {
  return { heading, text: ['Light enough for any window sill.'], action: 'See all', to: '/allproduct', image, alt: '' }
}
