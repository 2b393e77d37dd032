"""Cuts Noto Sans to the letters of documents and sharing cards: a file for each script and weight.

    apt-get install python3-fonttools fonts-noto-core
    python3 server/documents/fonts/cut.py

The fonts of Debian 12 are under the SIL Open Font License 1.1 (OFL.txt), and so are these.
"""
from copy import deepcopy
from pathlib import Path
from unicodedata import category

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.unicodedata import script_extension

HERE = Path(__file__).parent
NOTO = Path('/usr/share/fonts/truetype/noto')
SPACE_AND_JOINERS = [0x20, 0x200C, 0x200D]
# ASCII, letters with accents, dashes and quotes, and the signs • … € ₹ ™ −
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x1E00, 0x1F00), 0x2013, 0x2014, *range(0x2018, 0x201B),
         *range(0x201C, 0x201F), 0x2022, 0x2026, 0x20AC, 0x20B9, 0x2122, 0x2212]
SCRIPTS = {
    'Devanagari': 'Deva', 'Tamil': 'Taml', 'Bengali': 'Beng', 'Telugu': 'Telu', 'Kannada': 'Knda',
    'Malayalam': 'Mlym', 'Gujarati': 'Gujr', 'Gurmukhi': 'Guru', 'Oriya': 'Orya',
}


def main():
    for weight in ['Regular', 'Bold']:
        cut('', weight, LATIN)
        for script, code in SCRIPTS.items():
            cut(script, weight, [*letters_of(code), *SPACE_AND_JOINERS])


def letters_of(script):
    """The letters, and the signs that several scripts share, such as the danda."""
    return [letter for letter in range(0x300, 0xFFFF)
            if script in script_extension(chr(letter)) and category(chr(letter)) != 'Cn']


def cut(script, weight, letters):
    # The time of Debian's file is kept, so that the same fonts give the same bytes.
    font = TTFont(NOTO / f'NotoSans{script}-{weight}.ttf', recalcTimestamp=False)
    cutter = subset.Subsetter(subset.Options(hinting=False, notdef_outline=True))
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    for lookup in font['GPOS'].table.LookupList.Lookup if 'GPOS' in font else []:
        lookup.SubTable = [part for table in lookup.SubTable for part in without_missing_anchors(table)]
        lookup.SubTableCount = len(lookup.SubTable)
    file = HERE / f'noto-sans-{(script or "latin").lower()}-{weight.lower()}.ttf'
    font.save(file)
    print(file.name, file.stat().st_size)


def without_missing_anchors(table):
    """
    Splits a table of marks until each of its letters has an anchor for each of its marks. A missing anchor says that the
    table does not apply, but fontkit 2.0.4 throws: https://github.com/foliojs/fontkit/issues/367
    """
    kind = type(table).__name__
    if kind == 'ExtensionPos':
        parts = [deepcopy(table) for _ in without_missing_anchors(table.ExtSubTable)]
        for part, inner in zip(parts, without_missing_anchors(table.ExtSubTable)):
            part.ExtSubTable = inner
        return parts
    if kind == 'MarkLigPos':
        ligatures = table.LigatureArray.LigatureAttach
        assert all(all(record.LigatureAnchor) for each in ligatures for record in each.ComponentRecord)
    if kind not in ('MarkBasePos', 'MarkMarkPos'):
        return [table]
    mark, base = ('Mark', 'Base') if kind == 'MarkBasePos' else ('Mark1', 'Mark2')
    marks = list(zip(getattr(table, f'{mark}Coverage').glyphs, getattr(table, f'{mark}Array').MarkRecord))
    bases = list(zip(getattr(table, f'{base}Coverage').glyphs, getattr(getattr(table, f'{base}Array'), f'{base}Record')))
    groups = {}
    for name, record in bases:
        anchors = getattr(record, f'{base}Anchor')
        classes = tuple(number for number, anchor in enumerate(anchors) if anchor)
        groups.setdefault(classes, []).append((name, record))
    return [part_of(table, mark, base, marks, *group) for group in groups.items()
            if any(record.Class in group[0] for _, record in marks)]


def part_of(table, mark, base, marks, classes, bases):
    """A table of these letters, all of which have anchors for these classes of marks and for no others."""
    part = deepcopy(table)
    part.ClassCount = len(classes)
    marks = [(name, deepcopy(record)) for name, record in marks if record.Class in classes]
    bases = deepcopy(bases)
    for _, record in marks:
        record.Class = classes.index(record.Class)
    for _, record in bases:
        anchors = getattr(record, f'{base}Anchor')
        setattr(record, f'{base}Anchor', [anchors[number] for number in classes])
    for kind, entries in ((mark, marks), (base, bases)):
        getattr(part, f'{kind}Coverage').glyphs = [name for name, _ in entries]
        array = getattr(part, f'{kind}Array')
        setattr(array, f'{kind}Record', [record for _, record in entries])
        setattr(array, f'{kind}Count', len(entries))
    return part


main()
