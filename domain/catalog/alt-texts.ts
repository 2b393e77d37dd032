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
