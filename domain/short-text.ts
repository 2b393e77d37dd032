/** The first `length` code units, without half an emoji at the end. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The first words, `length` code units at most, and `…` if there are more; a single word that is too long is cut. */
export function startInWords(text: string, length: number): string {
  if (text.length <= length) return text
  const start = startOf(text, length)
  const words = /\s/.test(text.charAt(length)) ? start : dropFromEnd(start, /\S/) || start
  return `${dropFromEnd(words, /[\s.,;:·–-]/)}…`
}

/** Without the characters of this kind at its end. Not by one pattern, which would take quadratic time. */
function dropFromEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
