/** A span of a paragraph; `url` is shown as a link. */
export type Span = { text: string; url?: string }
/** A link that is a button, or a line of its own. */
export type Action = { label: string; url: string }
export type Paragraph = { spans: readonly Span[]; actions: readonly Action[] }

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g
/** Characters: a longer sentence before a link is no label. */
const LABEL_MAX = 32

/**
 * Splits a paragraph at its links. `… is packed. See your order: https://…` becomes the sentence and an action; a link
 * inside a sentence stays there.
 *
 * @param isLink links to elsewhere stay text
 * @param longLabel of an action whose sentence is too long to be its label
 */
export function parseParagraph(
  text: string,
  { isLink, longLabel }: { isLink: (url: string) => boolean; longLabel: string },
): Paragraph {
  const spans: Span[] = []
  const actions: Action[] = []
  let from = 0
  for (const { 0: url, index } of text.matchAll(URL_IN_TEXT)) {
    if (!isLink(url)) continue
    const before = text.slice(from, index)
    from = index + url.length
    const [, sentences = '', label] = /^(.*?)([^.!?।:\n]*): ?$/su.exec(before) ?? []
    if (label === undefined) {
      spans.push({ text: before }, { text: url, url })
    } else if (label.trim() !== '' && label.trim().length <= LABEL_MAX) {
      spans.push({ text: sentences.trimEnd() })
      actions.push({ label: label.trim(), url })
    } else {
      spans.push({ text: `${sentences}${label}.` })
      actions.push({ label: longLabel, url })
    }
  }
  spans.push({ text: text.slice(from) })
  return { spans: spans.filter((span) => span.text !== ''), actions }
}
