import { PHOTOGRAPHED_FINISHES, slug } from './catalogue-images.ts'
import { fetchedFrom } from './own-pictures.ts'
import type { Size } from './sizes.ts'
import { SIZES } from './specified-sizes.ts'

/** A pot's 3D model at true size: for the page and Android, and for Quick Look on Apple's devices. */
export type Model = { glb: string; usdz: string }
/** Size, finish and planting of a model, such as `C02` in `grey-stone`. */
export type ModelName = { code: string; finish: string; planted: boolean }

const PLANTED_FAMILIES: readonly string[] = ['CUBEE', 'TUBO', 'TRIYA']
type MadeSize = Pick<Size, 'code' | 'width' | 'depth' | 'height'>

export const MODEL_FINISHES = PHOTOGRAPHED_FINISHES.map(slug)

/**
 * Undefined: there is no model of this size and finish, or the owner sells another size under this code.
 *
 * @param finish its name, such as `Grey Stone`
 */
export function modelOf(
  size: MadeSize,
  finish: string,
  { planted = false }: { planted?: boolean } = {},
): Model | undefined {
  if (!isMade(size, finish) || (planted && !hasPlantedModel(size.code))) return undefined
  const path = `/models/${nameOfModel({ code: size.code, finish: slug(finish), planted })}`
  return { glb: `${path}.glb`, usdz: `${path}.usdz` }
}

/** The pot's image from the front without a background, cropped to the pot. Undefined: there is no model either. */
export function cutoutOf(size: MadeSize, finish: string): string | undefined {
  return isMade(size, finish) ? fetchedFrom(`/pots/cutouts/${size.code}-${slug(finish)}.webp`) : undefined
}

/** False for a size of the owner's, or one whose dimensions the owner has changed. */
function isMade(size: MadeSize, finish: string): boolean {
  const made = SIZES.find(({ code }) => code === size.code)
  const isTrue = made?.width === size.width && made.depth === size.depth && made.height === size.height
  return isTrue && PHOTOGRAPHED_FINISHES.some((name) => name === finish)
}

export function hasPlantedModel(code: string): boolean {
  return SIZES.some((size) => size.code === code && PLANTED_FAMILIES.includes(size.family))
}

export function listModels(): ModelName[] {
  return SIZES.flatMap(({ code }) =>
    MODEL_FINISHES.flatMap((finish) =>
      (hasPlantedModel(code) ? [false, true] : [false]).map((planted) => ({ code, finish, planted })),
    ),
  )
}

/** `C02-grey-stone`, or `C02-grey-stone-planted`. */
export function nameOfModel({ code, finish, planted }: ModelName): string {
  return `${code}-${finish}${planted ? '-planted' : ''}`
}
