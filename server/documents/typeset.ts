import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { cleanLine } from '#domain/text.ts'

/** Font files, of which a character takes the first that has it. The size is in points or pixels. */
export type Lettering = { fonts: readonly string[]; size: number }

/** Text in one font. `isMissing`: no font has a glyph for it, so `?` is shown instead. */
export type Run = { text: string; font: string; isMissing: boolean; width: number }

export type Line = { runs: Run[]; width: number }

const PLACEHOLDER = '?'
const SCRIPTS = [
  'latin',
  'devanagari',
  'tamil',
  'bengali',
  'telugu',
  'kannada',
  'malayalam',
  'gujarati',
  'gurmukhi',
  'oriya',
]

/** Noto Sans, cut to the letters of each script (`fonts/cut.py`). */
export const NOTO_SANS = { regular: notoSans('regular'), bold: notoSans('bold') }

function notoSans(weight: string): string[] {
  return SCRIPTS.map((script) => `server/documents/fonts/noto-sans-${script}-${weight}.ttf`)
}

const opened = new Map<string, Font>()

/** Cached, because opening a font takes longer than typesetting a page. */
function openFont(file: string): Font {
  const font = opened.get(file) ?? (create(readFileSync(file)) as Font)
  opened.set(file, font)
  return font
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as readers see them: several code points may make up one. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The text on one line, split where its font changes. */
export function setLine(text: string, { fonts, size }: Lettering): Line {
  const [first = ''] = fonts
  const runs: Run[] = []
  for (const character of charactersOf(text)) {
    // A space belongs to the word before it, so that screen readers read a name of two words as one text.
    const font = character === ' ' ? (runs.at(-1)?.font ?? first) : fonts.find((file) => hasGlyphs(file, character))
    const run = font
      ? { text: character, font, isMissing: false, width: 0 }
      : { text: PLACEHOLDER, font: first, isMissing: true, width: 0 }
    const last = runs.at(-1)
    if (last && last.font === run.font && last.isMissing === run.isMissing) last.text += run.text
    else runs.push(run)
  }
  for (const run of runs) run.width = widthOf(run) * size
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
}

/** For one line of a picture: without characters that no font has, such as emoji. */
export function withoutMissing(text: string, fonts: readonly string[]): string {
  const known = charactersOf(text).filter((character) => fonts.some((file) => hasGlyphs(file, character)))
  return cleanLine(known.join(''))
}

function hasGlyphs(file: string, text: string): boolean {
  const font = openFont(file)
  return [...text].every((char) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0))
}

const widths = new LRUCache<string, number>({ max: 5000 })

/** As a multiple of the font size. Words are shaped one by one, as pdfkit does when it draws them. */
function widthOf({ text, font: file }: Run): number {
  return wordsOf(text).reduce((sum, word) => {
    const font = openFont(file)
    const key = `${file} ${word}`
    const width = widths.get(key) ?? font.layout(word).advanceWidth / font.unitsPerEm
    widths.set(key, width)
    return sum + width
  }, 0)
}

/** Each with the space after it. */
function wordsOf(text: string): string[] {
  return text.split(/(?<= )/)
}

/** Wraps a text at its line ends and spaces, and inside a word that is wider than a line. */
export function wrap(text: string, fits: (line: string) => boolean): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of wordsOf(paragraph)) {
      if (fits(`${line}${word}`.trimEnd())) {
        line += word
        continue
      }
      if (line) lines.push(line)
      const parts = partsThatFit(word, fits)
      line = parts.pop() ?? ''
      lines.push(...parts)
    }
    // A space at the end of a line would shift right-aligned text.
    return [...lines, line].map((each) => each.trimEnd())
  })
}

function partsThatFit(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word.trimEnd())) return [word]
  const parts: string[] = []
  let part = ''
  for (const character of charactersOf(word)) {
    if (part && !fits(`${part}${character}`.trimEnd())) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part]
}

/** Lines beyond `max` are replaced by `…`. */
export function shorten(lines: readonly string[], max: number, fits: (line: string) => boolean): string[] {
  if (lines.length <= max) return [...lines]
  const last = charactersOf(lines[max - 1] ?? '')
  while (last.length > 0 && !fits(`${last.join('').trimEnd()}…`)) last.pop()
  return [...lines.slice(0, max - 1), `${last.join('').trimEnd()}…`]
}

/** The outlines of a line, as data of an SVG path; the baseline begins at 0, 0. */
export function outline(text: string, lettering: Lettering): string {
  let path = ''
  let x = 0
  for (const run of setLine(text, lettering).runs) {
    const font = openFont(run.font)
    const scale = lettering.size / font.unitsPerEm
    for (const word of wordsOf(run.text)) {
      const { glyphs, positions } = font.layout(word)
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        path += glyph.path
          .scale(scale, -scale)
          .translate(x + xOffset * scale, -yOffset * scale)
          .toSVG()
        x += xAdvance * scale
      }
    }
  }
  return path
}
