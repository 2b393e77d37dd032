"""Cuts the shop's fonts from the npm packages to what the first paint of a page writes.

    apt-get install python3-fonttools python3-brotli
    python3 web/styles/fonts/cut.py

figtree.woff2       texts: ASCII, the signs the shop writes and the rupee, weights 400 to 700
figtree-more.woff2  texts: the letters with accents, which few pages have
fraunces.woff2      headings: one weight, one optical size, one softness
"""
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
PACKAGES = HERE.parents[2] / 'node_modules' / '@fontsource-variable'
ASCII = range(0x20, 0x7F)
RUPEE = 0x20B9
SIGNS = [0xA0, 0xA9, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2190, 0x2192, 0x2212]
ACCENTS = [letter for letter in range(0xA1, 0x100) if letter not in SIGNS]
HEADING_SIGNS = [0xA0, 0xA9, 0xD7, 0xE9, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026]


def main():
    save('figtree.woff2', cut(with_rupee(figtree('latin')), [*ASCII, *SIGNS, RUPEE]))
    save('figtree-more.woff2', cut(figtree('latin'), ACCENTS))
    save('fraunces.woff2', cut(fraunces(), [*ASCII, *HEADING_SIGNS]))


def figtree(letters):
    font = TTFont(PACKAGES / f'figtree/files/figtree-{letters}-wght-normal.woff2')
    return instantiateVariableFont(font, {'wght': (400, 700)})


def fraunces():
    font = TTFont(PACKAGES / 'fraunces/files/fraunces-latin-full-normal.woff2')
    font = instantiateVariableFont(font, {'wght': 500, 'opsz': 60, 'SOFT': 30, 'WONK': 0})
    scale_upem(font, 1000)
    return font


def with_rupee(font):
    """Adds the rupee sign, which every price needs; the package has it in its subset for Eastern Europe."""
    other = figtree('latin-ext')
    name = other.getBestCmap()[RUPEE]
    outlines, widths, variations = (font[table] for table in ('glyf', 'hmtx', 'gvar'))
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    outlines[name], widths[name] = deepcopy(other['glyf'][name]), other['hmtx'][name]
    variations.variations[name] = deepcopy(other['gvar'].variations[name])
    font['maxp'].numGlyphs += 1
    del font['HVAR']  # a copy of the widths that the outlines' own variations hold
    for table in font['cmap'].tables:
        table.cmap[RUPEE] = name
    return font


def cut(font, letters):
    font = read_again(font)
    options = subset.Options(hinting=False, notdef_outline=True, layout_features=['kern', 'tnum', 'liga'])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    return font


def read_again(font):
    """Saves and reloads a font: the subsetter needs data that a font changed in memory does not have yet."""
    file = BytesIO()
    font.flavor = None
    font.save(file)
    return TTFont(file)


def save(name, font):
    font.flavor = 'woff2'
    font.save(HERE / name)
    print(name, (HERE / name).stat().st_size)


main()
