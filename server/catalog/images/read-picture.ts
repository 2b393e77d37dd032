import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type IMAGE_WIDTHS, imageFile } from '#domain/catalog/images.ts'
import type { Shop } from '#server/shop.ts'

/** A picture of the shop's own, which `/pots/…` serves. */
const OWN = /^\/pots\/([\w-]+)$/

/** One of our pictures, by its address: an uploaded one, or one that came with the shop. Undefined: it is not there. */
export async function readPicture(
  images: Pick<Shop['images'], 'read'>,
  address: string,
  width: (typeof IMAGE_WIDTHS)[number],
): Promise<Buffer | undefined> {
  const own = OWN.exec(address)?.[1]
  if (own) return readFile(imageFile(`photography/pictures/${own}`, width)).catch(undefinedIfMissing)
  if (!address.startsWith('/productImages/')) return undefined
  const stream = await images.read(imageFile(address, width).slice(1))
  return stream && buffer(stream)
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
