import sharp from 'sharp'
import { type Storefront, textOf } from '#tests/support/storefront.ts'

/** Sends a form with files as a browser does. @param images of the field `images` */
export async function sendFiles(
  shop: Storefront,
  path: string,
  cookie: string,
  fields: Record<string, string | File | readonly File[]>,
  ...images: File[]
) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, images }))
    for (const part of [value].flat()) body.append(name, part)
  const headers = { accept: 'text/html', cookie }
  const answer = await fetch(shop.url + path, { method: 'POST', body, headers, redirect: 'manual' })
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, html, text: textOf(html) }
}

export async function picture(name = 'pot.png'): Promise<File> {
  const image = sharp({ create: { width: 60, height: 75, channels: 3, background: '#7a8a6a' } })
  return new File([new Uint8Array(await image.png().toBuffer())], name, { type: 'image/png' })
}

export const noPicture = () => new File(['words'], 'notes.jpg', { type: 'image/jpeg' })
