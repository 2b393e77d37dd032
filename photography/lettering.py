"""Draws web/pictures/logo.svg and mark.svg: python3 photography/lettering.py FRAUNCES.woff2 NotoSerifDevanagari.ttf

Letters become outlines, so the logo needs no font where it is shown. Needs python3-fonttools and python3-brotli.
"""
import sys
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FOLDER = Path(__file__).resolve().parent.parent / 'web' / 'pictures'

# A tapered pot with a rim, and two leaves and a bud; drawn on 64 × 64.
POT = (
    'M15 36.5h34a2 2 0 0 1 2 2v3.2a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2v-3.2a2 2 0 0 1 2-2z'
    'M17.3 46.6h29.4L44 58.7a3 3 0 0 1-2.9 2.3H22.9a3 3 0 0 1-2.9-2.3z'
)
LEAVES = (
    'M30.6 33.6C17.5 33 12.4 25.2 13 14.5c11.2.7 17.7 7.6 17.6 19.1z'
    'M33.4 33.6c-.3-13.3 6.7-19.8 17.6-20.5.5 11.6-5.3 19.9-17.6 20.5z'
    'M32 19.5c-4.7-5.6-4.7-11 0-16.5 4.7 5.5 4.7 10.9 0 16.5z'
)


def outlines(font, text, size, x, baseline):
    glyphs, cmap, scale = font.getGlyphSet(), font.getBestCmap(), size / font['head'].unitsPerEm
    paths = []
    for letter in text:
        glyph = glyphs[cmap[ord(letter)]]
        pen = SVGPathPen(glyphs, ntos=lambda n: f'{n:.1f}'.rstrip('0').rstrip('.'))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, baseline)))
        paths.append(pen.getCommands())
        x += glyph.width * scale
    return ''.join(paths), x


def main(latin_file, devanagari_file):
    latin = instantiateVariableFont(TTFont(latin_file), {'wght': 600, 'opsz': 72, 'SOFT': 60, 'WONK': 0})
    devanagari = TTFont(devanagari_file)
    name, end = outlines(latin, 'Gamla', 50, 70, 50)
    hindi, end = outlines(devanagari, 'गमला', 33, end + 13, 50)
    (FOLDER / 'logo.svg').write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {end + 4:.0f} 64" role="img" aria-label="Gamla, गमला" fill="currentColor">'
        f'<path d="{POT}"/><path d="{LEAVES}"/><path d="{name}"/><path opacity=".72" d="{hindi}"/></svg>\n')
    (FOLDER / 'mark.svg').write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Gamla"><style>.pot{fill:#8a5a3c}.leaf{fill:#3f6b4a}'
        '@media (prefers-color-scheme:dark){.pot{fill:#e2b48f}.leaf{fill:#8fc79a}}</style>'
        f'<path class="pot" d="{POT}"/><path class="leaf" d="{LEAVES}"/></svg>\n')


if __name__ == '__main__':
    main(*sys.argv[1:])
