import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { type IMAGE_WIDTHS, imageFile } from '#domain/catalog/images.ts'
import type { Shop } from '#server/shop.ts'

/** A picture that comes with the shop, at `/pots/…`. */
const OWN = /^\/pots\/([\w-]+)$/

/**
 * A picture of the shop by its address: an uploaded one, or one that comes with the shop. Undefined: it does not exist.
 */
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

/** The same as a JPEG, for programs and documents that read no newer format. */
export async function readJpeg(...picture: Parameters<typeof readPicture>): Promise<Buffer | undefined> {
  const read = await readPicture(...picture)
  return read && sharp(read).flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
