import type { Problems } from '#domain/form-fields.ts'
import { defaultSettings, type Settings } from '#domain/shop/settings.ts'
import { wordsOf } from './words.ts'

/** The lines of synonyms that come with the shop: in English, in Hindi, and in Hindi typed in Latin letters. */
export const DEFAULT_SYNONYMS: readonly string[] = [
  'pot, planter, gamla, गमला, गमले, matka, मटका, kunda, कुंडा, kundi, कुंडी, flower pot, plant pot, container',
  'bowl, urli, uruli, उरली, katora, कटोरा, dish',
  'tray, thali, थाली, ट्रे, saucer',
  'trough, window box, railing planter, balcony box, nand, नाँद, नांद',
  'cube, square pot, chaukor, चौकोर',
  'column, tower, tall pot, lamba, लंबा',
  'stand, tripod, legs',
  'oval, andakar, अंडाकार',
  'bonsai, बोनसाई, बोन्साई',
  'stone, patthar, पत्थर',
  'marble, sangmarmar, संगमरमर',
  'white, safed, सफेद, सफ़ेद',
  'grey, gray, slate, sleti, स्लेटी',
  'sandstone, beige, sand, balua, बलुआ',
  'balcony, बालकनी, railing, grill',
  'terrace, rooftop, chhat, छत',
  'garden, bagicha, बगीचा, lawn, outdoor',
  'kitchen, rasoi, रसोई, herb',
  'desk, table, mez, मेज़, मेज',
  'big, large, bada, बड़ा, grand, great',
  'small, little, mini, chhota, छोटा, pocket',
]

export const LINES_MAX = 200
export const LINE_MAX = 300
const WORDS_MAX = 30

/** The synonyms in use: the saved lines, else, in a shop that sells pots, those that come with the shop. */
export function synonymLines({ synonyms, productNoun }: Pick<Settings, 'synonyms' | 'productNoun'>): readonly string[] {
  if (synonyms.length > 0) return synonyms
  return productNoun === defaultSettings.productNoun ? DEFAULT_SYNONYMS : []
}

/** Each word or group of words, with the others that mean the same. */
export type Synonyms = ReadonlyMap<string, readonly string[]>

export function readSynonyms(lines: readonly string[]): Synonyms {
  const synonyms = new Map<string, Set<string>>()
  for (const line of lines) {
    const words = wordsInLine(line)
    for (const word of words) {
      const others = synonyms.get(word) ?? new Set()
      for (const other of words) if (other !== word) others.add(other)
      synonyms.set(word, others)
    }
  }
  return new Map([...synonyms].map(([word, others]) => [word, [...others]]))
}

function wordsInLine(line: string): string[] {
  return [...new Set(line.split(',').map((part) => wordsOf(part).join(' ')))].filter(Boolean)
}

/** Why these lines cannot be saved. */
export function synonymProblem(lines: readonly string[]): string | undefined {
  if (lines.length > LINES_MAX) return `Use at most ${LINES_MAX} lines.`
  const long = lines.find((line) => line.length > LINE_MAX || wordsInLine(line).length > WORDS_MAX)
  if (long) return `“${long.slice(0, 20)}…” is too long: at most ${WORDS_MAX} words and ${LINE_MAX} characters a line.`
  const lonely = lines.find((line) => wordsInLine(line).length < 2)
  return lonely === undefined ? undefined : `“${lonely}” needs another word, after a comma.`
}

/** Adds a word to the first line that has the other one, or both as a new line. */
export function addSynonym(
  lines: readonly string[],
  { word, means }: { word: string; means: string },
): { ok: true; lines: string[] } | { ok: false; problems: Problems } {
  const added = wordsOf(word).join(' ')
  const known = wordsOf(means).join(' ')
  if (added === known) return { ok: false, problems: { means: 'Enter another word.' } }
  if (readSynonyms(lines).get(known)?.includes(added))
    return { ok: false, problems: { word: `This means the same as “${known}” already.` } }
  const place = lines.findIndex((line) => wordsInLine(line).includes(known))
  const next =
    place < 0 ? [...lines, `${known}, ${added}`] : lines.map((line, at) => (at === place ? `${line}, ${added}` : line))
  const problem = synonymProblem(next)
  return problem ? { ok: false, problems: { word: problem } } : { ok: true, lines: next }
}
