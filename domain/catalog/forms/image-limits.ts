/** Images of a pot as specified, unless the settings allow more. The decoder's own limits are in `server/catalog/images/limits.ts`. */
export const MAX_IMAGES = 5
/** Of a product of another kind, and the most that the settings allow. */
export const IMAGES_MOST = 20
export const IMAGE_MAX_MEGABYTES = 15
export const IMAGE_MAX_BYTES = IMAGE_MAX_MEGABYTES * 1024 * 1024
/** The types that the file dialog offers; the server checks the contents. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export const tooManyImages = (max: number) => `A product can have at most ${max} images.`

/** The most images that a product may have. @param ofPots of the settings */
export function maxImagesOf({ sizeCode }: { sizeCode: string }, ofPots: number): number {
  return sizeCode === '' ? IMAGES_MOST : ofPots
}
/** Of a form of buyers. */
export const tooManyPictures = (max: number) => `Send at most ${max} pictures.`
export const imageTooLarge = `This image is larger than ${IMAGE_MAX_MEGABYTES} MB.`
