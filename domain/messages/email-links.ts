/** A span of a paragraph; `url` is shown as a link. */
export type Span = { text: string; url?: string }
/** A link that is a button, or a line of its own. */
export type Action = { label: string; url: string }
export type Paragraph = { spans: readonly Span[]; actions: readonly Action[] }

const URL_IN_TEXT = /https?:\/\/[^\s<>"]+/g
/** They end the sentence, not the link before them. */
const ENDS = "'.,;:!?)]"
/** Characters: a longer sentence before a link is no label. */
const LABEL_MAX = 32

/**
 * Splits a paragraph at its links. `… is packed. See your order: https://…` becomes the sentence and an action; a link
 * inside a sentence stays there.
 *
 * @param isLink links to elsewhere stay text
 */
export function parseParagraph(text: string, isLink: (url: string) => boolean): Paragraph {
  const spans: Span[] = []
  const actions: Action[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(URL_IN_TEXT)) {
    const url = withoutEnds(found)
    if (!isLink(url)) continue
    const before = text.slice(from, index)
    const { sentences, label } = splitAtColon(before)
    // `Your data is ready: https://… The link works for a day.` says something by itself.
    const isSentence = from === 0 && sentences === '' && index + url.length < text.length
    from = index + url.length
    if (label === undefined) {
      spans.push({ text: before }, { text: url, url })
    } else if (isLabel(label.trim()) && !isSentence) {
      spans.push({ text: sentences.trimEnd() })
      actions.push({ label: label.trim(), url })
    } else {
      spans.push({ text: `${sentences}${label}.` })
      actions.push({ label: labelOf(url), url })
    }
  }
  spans.push({ text: text.slice(from) })
  return { spans: spans.filter((span) => span.text !== ''), actions }
}

function withoutEnds(url: string): string {
  let end = url.length
  while (ENDS.includes(url.charAt(end - 1))) end -= 1
  return url.slice(0, end)
}

/** `… is packed. See your order: ` has the label `See your order`; without the colon there is none. */
function splitAtColon(before: string): { sentences: string; label?: string } {
  const led = before.endsWith(' ') ? before.slice(0, -1) : before
  if (!led.endsWith(':')) return { sentences: '' }
  const text = led.slice(0, -1)
  const at = Math.max(...Array.from('.!?।:\n', (sign) => text.lastIndexOf(sign))) + 1
  return { sentences: text.slice(0, at), label: text.slice(at) }
}

function isLabel(text: string): boolean {
  return text !== '' && text.length <= LABEL_MAX
}

/** By the page that they lead to, because an owner may write the sentences in another order. */
const LABELS: readonly [page: RegExp, label: string][] = [
  [/^\/orders\/\d+\/confirm\//, 'Confirm your order'],
  [/^\/orders\/\d+\/redeliver\//, 'Choose what happens next'],
  [/^\/orders\/\d+$/, 'Pay now'],
  [/^\/orders\/\d+#items$/, 'Write a review'],
  [/^\/(?:track|orders)\//, 'See your order'],
  [/^\/reset-password/, 'Set a new password'],
  [/^\/staff\/join/, 'Accept the invitation'],
  [/^\/account\/privacy\/download\//, 'Download your data'],
  [/^\/productinfo\//, 'See it in the shop'],
  [/^\/wishlist\/stop\//, 'Stop these emails'],
]

function labelOf(url: string): string {
  const { pathname, hash } = new URL(url)
  return LABELS.find(([page]) => page.test(pathname + hash))?.[1] ?? 'Open the link'
}

/** The part of an address that is as long as a token. */
const TOKEN = /\/[\w-]{22,}/g

export function cutTokens(text: string): string {
  return text.replace(TOKEN, '/…')
}
