import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'

/** A font for one script, because the npm packages of Noto Sans are split by script. */
export type Face = { name: string; file: string; chars: RegExp }

/**
 * The first face whose `chars` match a character is used. The rupee sign is in `latin-ext`. Combining signs belong to
 * the letters of their script; the danda and the joiners, which several scripts share, belong to each of them.
 */
export const FACES: readonly Face[] = [
  {
    name: 'latin',
    file: 'noto-sans/files/noto-sans-latin',
    chars:
      /^[\u0020-\u007E\u00A0-\u00FF\u0152\u0153\u2013\u2014\u2018-\u201A\u201C-\u201E\u2022\u2026\u20AC\u2122\u2212]+$/,
  },
  ...indicFaces({
    devanagari: 'Devanagari',
    tamil: 'Tamil',
    bengali: 'Bengali',
    telugu: 'Telugu',
    kannada: 'Kannada',
    malayalam: 'Malayalam',
    gujarati: 'Gujarati',
    gurmukhi: 'Gurmukhi',
    oriya: 'Oriya',
  }),
  { name: 'latin-ext', file: 'noto-sans/files/noto-sans-latin-ext', chars: /^[\u20B9\u0100-\u024F\u1E00-\u1EFF]+$/ },
]

function indicFaces(scripts: Record<string, string>): Face[] {
  return Object.entries(scripts).map(([name, script]) => ({
    name,
    file: `noto-sans-${name}/files/noto-sans-${name}-${name}`,
    chars: new RegExp(`^[\\p{Script_Extensions=${script}}\\u0964\\u0965\\u200C\\u200D]+$`, 'u'),
  }))
}

const files = new Map<string, Buffer>()

/** The font's file, cached because every document needs it. */
export function readFace({ file }: Face, weight: Weight): Buffer {
  const path = `@fontsource/${file}-${weight === 'bold' ? 700 : 400}-normal.woff`
  const kept = files.get(path) ?? unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(path))))
  files.set(path, kept)
  return kept
}

/** Text in one font. `missing`: no font has a glyph for it, so another character is printed instead. */
export type FaceRun = { face: Face; text: string; missing: boolean }

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const PLACEHOLDER = '?'

/** Splits a text where its font changes, but never within a character that several code points make up. */
export function splitByFace(text: string, hasGlyphs: (face: Face, text: string) => boolean): FaceRun[] {
  const [latin] = FACES as [Face]
  const runs: FaceRun[] = []
  for (const { segment } of clusters.segment(text)) {
    // A space belongs to the word before it, so that screen readers read a name of two words as one text.
    const face = segment === ' ' ? (runs.at(-1)?.face ?? latin) : FACES.find(({ chars }) => chars.test(segment))
    const isKnown = face !== undefined && hasGlyphs(face, segment)
    const run = isKnown ? { face, text: segment, missing: false } : { face: latin, text: PLACEHOLDER, missing: true }
    const last = runs.at(-1)
    if (last && last.face === run.face && last.missing === run.missing) last.text += run.text
    else runs.push(run)
  }
  return runs
}
