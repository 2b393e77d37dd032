import type { Html as HtmlText } from '#domain/texts/document.ts'

type HtmlProps = { of: HtmlText; as?: 'div' | 'p' | 'span' | 'blockquote'; className?: string }

/** A text of the owner's, which the server rendered from Markdown; its elements are an allow-list and its links checked. */
export function Html({ of, as: Tag = 'div', className }: HtmlProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: server/texts/parse-markdown.ts escapes what was typed
  return <Tag className={className} dangerouslySetInnerHTML={{ __html: of }} />
}
