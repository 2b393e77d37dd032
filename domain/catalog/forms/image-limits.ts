/** Limits of a product's images. The decoder's own limits are in `server/catalog/images/limits.ts`. */
export const MAX_IMAGES = 5
export const IMAGE_MAX_MEGABYTES = 15
export const IMAGE_MAX_BYTES = IMAGE_MAX_MEGABYTES * 1024 * 1024
/** The types that the file dialog offers; the server checks the contents. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

export const tooManyImages = `A product can have at most ${MAX_IMAGES} images.`
/** Of a form of buyers. */
export const tooManyPictures = (max: number) => `Send at most ${max} pictures.`
export const imageTooLarge = `This image is larger than ${IMAGE_MAX_MEGABYTES} MB.`
