import { chosenImageOf, isPotImage, type PotColour, type SizeCode } from './sizes.ts'

type PicturedLine = { productImageUrl: readonly string[]; sizeCode: SizeCode; selectedColor: PotColour }

/** A cart or order line shows the owner's photograph; a product with catalogue images only, the one in the chosen colour. */
export function lineImageOf(line: PicturedLine): string {
  const [first] = line.productImageUrl
  return first && !isPotImage(first) ? first : chosenImageOf(line)
}
