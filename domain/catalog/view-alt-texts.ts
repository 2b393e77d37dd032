import { altTextOf, ownAltText } from './alt-texts.ts'

/** Descriptions of the views in the shop's own photographs, by the end of their address. */
const VIEWS: Record<string, string> = {
  detail: 'close up',
  above: 'empty and seen from above, with its drainage hole and plug',
  scale: 'beside something of known size',
  room: 'in a room',
  carried: 'carried in both hands',
  hand: 'with a hand on its rim',
}

const VIEW = /^\/pots\/[a-z]+-([a-z]+)$/

/** An image of a product's gallery: the owner's text, else the description of its view, else its number. */
export function galleryAltTextOf(product: Parameters<typeof altTextOf>[0], image: string, index: number): string {
  const view = VIEWS[VIEW.exec(image)?.[1] ?? '']
  return ownAltText(product, image) ?? (view ? `${product.title}, ${view}` : altTextOf(product, image, index))
}
