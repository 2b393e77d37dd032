import { previewEmail } from '#domain/messages/email-preview.ts'
import { listWordingProblems, previewWording } from '#domain/messages/say.ts'
import { type StoredName, wordingKeyOf } from '#domain/messages/wordings.ts'
import { shopInfoOf } from '#domain/shop/shop-info.ts'
import type { TextContent } from '#domain/texts/contents.ts'
import { isTextName } from '#domain/texts/texts.ts'
import { originOf } from '#server/config.ts'
import type { Shop } from '#server/shop.ts'
import { previewText } from './texts.ts'

/** A text as its page or message shows it. @param email the HTML of the email; undefined: it is a part of others */
export type PreviewContent = TextContent | { name: 'wording'; value: string; email: string | undefined }

/** A preview of a text, and the problems to fix before it can be saved. */
export async function previewStored(
  { config, settings, texts }: Pick<Shop, 'config' | 'settings' | 'texts'>,
  name: StoredName,
  markdown: string,
): Promise<{ content: PreviewContent; problems: string[]; uploads: string[] }> {
  const info = shopInfoOf(await settings.read())
  if (isTextName(name)) return previewText(name, markdown, info)
  const key = wordingKeyOf(name)
  const origin = originOf(config)
  const value = previewWording(markdown, info, origin)
  const problems = key === undefined ? [] : listWordingProblems(key, markdown, info)
  const email = key && previewEmail(key, markdown, { shop: info, say: await texts.say(), origin })?.html
  return { content: { name: 'wording', value, email }, problems, uploads: [] }
}
