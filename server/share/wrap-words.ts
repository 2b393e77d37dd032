const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Wraps a text at its spaces, and inside a word that is wider than a line. Text beyond `maxLines` is replaced by `…`.
 */
export function wrapWords(text: string, maxLines: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line) lines.push(line)
    const parts = partsThatFit(word, fits)
    line = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.length > maxLines) break
  }
  if (line) lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), withEllipsis(lines[maxLines - 1] ?? '', fits)]
}

function partsThatFit(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts = ['']
  for (const { segment } of clusters.segment(word)) {
    const longer = `${parts.at(-1)}${segment}`
    if (parts.at(-1) && !fits(longer)) parts.push(segment)
    else parts[parts.length - 1] = longer
  }
  return parts
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const characters = [...clusters.segment(line)].map(({ segment }) => segment)
  while (characters.length > 0 && !fits(`${characters.join('').trimEnd()}…`)) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
