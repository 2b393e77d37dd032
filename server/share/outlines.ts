import { readFileSync } from 'node:fs'
import type { Font } from 'fontkit'
import { cleanLine } from '#domain/text.ts'
import { type Face, readFace, splitByFace } from '#server/documents/fonts.ts'
import { allowMissingAnchors } from '#server/documents/missing-anchors.ts'

/** The pages' fonts, with the documents' fonts for characters that they lack. */
export type Lettering = { font: 'fraunces' | 'figtree'; size: number; weight?: 'regular' | 'bold' }

/** The outlines of a text, as data of an SVG path; its baseline begins at 0, 0. */
export type Outlines = { path: string; width: number }

/** A fontkit font, with the parts that its types do not show. */
type Drawn = Font & Parameters<typeof allowMissingAnchors>[0]

export type Drawing = {
  /** The text without characters that no font has, such as emoji. */
  drawable(text: string, font: Lettering['font']): string
  outline(text: string, lettering: Lettering): Outlines
}

/** Caches fonts, because opening one takes longer than drawing a card. fontkit is loaded with the first card. */
export async function openDrawing(): Promise<Drawing> {
  const { create } = await import('fontkit')
  const opened = new Map<string, Drawn>()

  function open(name: string, read: () => Buffer): Drawn {
    const known = opened.get(name)
    if (known) return known
    const font = create(read()) as Drawn
    allowMissingAnchors(font)
    opened.set(name, font)
    return font
  }

  function pageFont(name: Lettering['font']): Drawn {
    return open(name, () => readFileSync(`web/styles/fonts/${name}.woff2`))
  }

  function fontOf(face: Face, text: string, { font, weight = 'regular' }: Lettering): Drawn {
    const own = pageFont(font)
    if (hasGlyphs(own, text)) return own
    // The font of headings is bold, so its replacement is bold too.
    const heavy = font === 'fraunces' ? 'bold' : weight
    return open(`${face.name}-${heavy}`, () => readFace(face, heavy))
  }

  function runsOf(text: string, lettering: Lettering) {
    return splitByFace(text, (face, cluster) => hasGlyphs(fontOf(face, cluster, lettering), cluster))
  }

  return {
    drawable(text, font) {
      const known = runsOf(text, { font, size: 1 }).filter(({ missing }) => !missing)
      return cleanLine(known.map((run) => run.text).join(''))
    },

    outline(text, lettering) {
      let path = ''
      let x = 0
      for (const run of runsOf(text, lettering)) {
        const font = fontOf(run.face, run.text, lettering)
        const scale = lettering.size / font.unitsPerEm
        const { glyphs, positions } = font.layout(run.text)
        for (const [index, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
          path += glyph.path
            .scale(scale, -scale)
            .translate(x + xOffset * scale, -yOffset * scale)
            .toSVG()
          x += xAdvance * scale
        }
      }
      return { path, width: x }
    },
  }
}

const JOINERS = /^[\u200C\u200D]$/

function hasGlyphs(font: Font, text: string): boolean {
  return [...text].every((char) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0) || JOINERS.test(char))
}
