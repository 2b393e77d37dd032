import { inAnySize } from './sized-image.ts'

/** Descriptions of a product's images by their address; an image without one is described by the title. */
export type AltTexts = Record<string, string>

/** Without a text of its own an image is called by the title, from the second one on with its number. */
export function altTextOf(
  product: { title: string; altTexts?: AltTexts | undefined },
  image: string,
  index = 0,
): string {
  return ownAltText(product, image) ?? (index === 0 ? product.title : `${product.title}, image ${index + 1}`)
}

/** The alt text for an image that stands beside its title: only a text of its own adds something. */
export function ownAltText({ altTexts }: { altTexts?: AltTexts | undefined }, image: string): string | undefined {
  if (!altTexts) return undefined
  if (Object.hasOwn(altTexts, image)) return altTexts[image]
  // The owner's text about a photograph also describes the one of the pot's other sizes.
  return Object.entries(altTexts).find(([address]) => inAnySize(address) === inAnySize(image))?.[1]
}

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
