import type { Synonyms } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** Further words of a query are ignored. */
const MAX_WORDS = 8
/** Words of a sentence that say nothing about a product. */
const EMPTY_WORDS = new Set(['for', 'the', 'and', 'with', 'from'])
const MAX_PHRASE = 3

/** The words of a query that say something about a product. */
export function searchWords(query: string): string[] {
  const typed = wordsOf(query).slice(0, MAX_WORDS)
  const telling = typed.filter((word) => word.length > 2 && !EMPTY_WORDS.has(word))
  return telling.length > 0 ? telling : typed
}

/** Neighbouring words written as one, as in `sand stone`. */
export function joinedWords(words: readonly string[]): string[] {
  return words.flatMap((_, at) => [2, 3].map((length) => words.slice(at, at + length).join('')))
}

/** The words that a query is compared with. */
export type Vocabulary = {
  /** Words near those of the query, and how many products have each. */
  uses: ReadonlyMap<string, number>
  /** Phrases by their spelling as one word: `greystone` is `grey stone`. */
  joined: ReadonlyMap<string, string>
  synonyms: Synonyms
}

/** @param names phrases whose words belong together, such as `Grey Stone` */
export function makeVocabulary(
  used: ReadonlyMap<string, number>,
  names: readonly string[],
  synonyms: Synonyms,
): Vocabulary {
  const uses = new Map(used)
  const joined = new Map<string, string>()
  for (const phrase of [...names.map((name) => wordsOf(name).join(' ')), ...synonyms.keys()]) {
    if (phrase.includes(' ')) joined.set(phrase.replaceAll(' ', ''), phrase)
    else if (!uses.has(phrase)) uses.set(phrase, 0)
  }
  return { uses, joined, synonyms }
}

export type QueryWord = {
  typed: string
  /** Without its typing mistakes. */
  text: string
  isCorrected: boolean
  /** Products have it as a word; otherwise it may be the beginning of one. */
  isWhole: boolean
  /** The word itself and its synonyms. */
  meant: string[]
}

export function readQuery({ uses, joined, synonyms }: Vocabulary, words: readonly string[]): QueryWord[] {
  const known = [...uses, ...[...joined.keys()].map((word) => [word, 0] as const)]
  const read: QueryWord[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(at)
    const phrase = words.slice(at, at + length).join(' ')
    const one = phrase.replaceAll(' ', '')
    const isKnown = length > 1 || joined.has(one) || [...uses.keys()].some((word) => word.startsWith(one))
    const near = isKnown ? undefined : nearestWord(one, known)
    const text = near ?? (length > 1 && uses.has(one) ? one : phrase)
    const whole = joined.get(text) ?? text
    const meant = [whole, ...(synonyms.get(whole) ?? [])]
    read.push({
      typed: phrase,
      text: whole,
      isCorrected: near !== undefined,
      isWhole: uses.has(text) || joined.has(text),
      meant,
    })
    at += length
  }
  return read

  /** The number of words from `at` on that form a phrase. */
  function phraseAt(at: number): number {
    for (let length = Math.min(MAX_PHRASE, words.length - at); length > 1; length--) {
      const phrase = words.slice(at, at + length).join(' ')
      if (synonyms.has(phrase) || uses.has(phrase.replaceAll(' ', ''))) return length
    }
    return 1
  }
}

/** How many letters of a word may be wrong. */
function mistakesIn(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** False for short words and numbers, which are meant as they are typed: C02 is not C03. */
export function isCorrectable(word: string): boolean {
  return mistakesIn(word) > 0 && !/\p{N}/u.test(word)
}

/** A known word that was meant by one that is not known: the nearest, and of several equally near the most frequent. */
export function nearestWord(word: string, known: Iterable<readonly [word: string, uses: number]>): string | undefined {
  if (!isCorrectable(word)) return undefined
  const most = mistakesIn(word)
  const near = [...known]
    // A word of one or two letters is not offered as a correction, and each difference in length is a mistake.
    .filter(([other]) => other.length > 2 && Math.abs(other.length - word.length) <= most)
    .map(([other, uses]) => ({ other, uses, mistakes: mistakesBetween(word, other) }))
    .filter(({ mistakes }) => mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes || b.uses - a.uses)
  return near[0]?.other
}

/** Counts letters that are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
export function mistakesBetween(one: string, other: string): number {
  /** The mistakes between the first letters of both words, by how many. */
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => table[row]?.[column] ?? column
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      table[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      )
    }
  }
  return at(one.length, other.length)
}
