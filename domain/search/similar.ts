import { SEARCH_LIMIT } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { nearestWord } from './spelling.ts'
import type { Synonyms } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** A product as the search for similar ones knows it. */
export type SearchedProduct = {
  id: ProductId
  title: string
  /** Its other words: category, family, size, and the finish on its picture. */
  about: string
}

/** An index in which similar products are found; made once, and again when products or words change. */
export type SearchIndex = {
  /** Newest first, each text with a space before its words. */
  products: readonly IndexedProduct[]
  /** How many products each word has. */
  uses: ReadonlyMap<string, number>
  /** Phrases by their spelling as one word: `greystone` is `grey stone`. */
  joined: ReadonlyMap<string, string>
  synonyms: Synonyms
}

type IndexedProduct = { id: ProductId; title: string; all: string; words: readonly string[]; from: SearchedProduct }

export type Similar = {
  /** At most eight, the best first. */
  ids: ProductId[]
  /** The query without its typing mistakes; undefined: it has none. */
  corrected: string | undefined
  /** `corrected` occurs in a title, so searching for it finds something. */
  isInTitle: boolean
  /** For each word of the query, the texts that match it: the word itself and its synonyms. */
  meant: string[][]
  /** No product has all words; these have half of them or more. */
  isPartial: boolean
  /** Enough products have all words to fill the list; otherwise older products may have them too. */
  isFull: boolean
}

/** Further words of a query are ignored. */
const MAX_WORDS = 8
/** Words of a sentence that say nothing about a product. */
const EMPTY_WORDS = new Set(['for', 'the', 'and', 'with', 'from'])
const MAX_PHRASE = 3

/**
 * @param names phrases whose words belong together, such as `Grey Stone`
 * @param words further correctly spelt words: those of older products
 * @param before an earlier index; entries of unchanged products are reused
 */
export function makeSearchIndex(
  searched: readonly SearchedProduct[],
  names: readonly string[],
  synonyms: Synonyms,
  { words = [], before }: { words?: readonly string[]; before?: SearchIndex | undefined } = {},
): SearchIndex {
  const known = new Map(before?.products.map((product) => [product.id, product]))
  const products = searched.map((product) => {
    const same = known.get(product.id)
    return same?.from.title === product.title && same.from.about === product.about ? same : indexProduct(product)
  })
  const uses = new Map<string, number>()
  for (const { words } of products) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1)
  const joined = new Map<string, string>()
  for (const phrase of [...names.map((name) => wordsOf(name).join(' ')), ...synonyms.keys(), ...words]) {
    const isOneWord = !phrase.includes(' ')
    if (isOneWord && !uses.has(phrase)) uses.set(phrase, 0)
    else if (!isOneWord) joined.set(phrase.replaceAll(' ', ''), phrase)
  }
  return { products, uses, joined, synonyms }
}

function indexProduct(from: SearchedProduct): IndexedProduct {
  const title = wordsOf(from.title)
  const all = [...title, ...wordsOf(from.about)]
  return { id: from.id, title: ` ${title.join(' ')}`, all: ` ${all.join(' ')}`, words: [...new Set(all)], from }
}

/** @param hits products that the search itself has found and shows already */
export function findSimilar(index: SearchIndex, query: string, hits: ReadonlySet<ProductId>): Similar {
  const words = readQuery(index, query)
  const meant = words.map(({ meant }) => meant)
  const found = index.products.flatMap(({ id, title, all }) => {
    const has = (where: string) => (text: string) => where.includes(` ${text}`)
    const matched = meant.filter((texts) => texts.some(has(all))).length
    // Products with fewer than half of the words are left out: a long query would match nearly everything.
    if (matched === 0 || matched * 2 < words.length) return []
    const inTitle = meant.filter((texts) => texts.some(has(title))).length
    return [{ id, matched, inTitle }]
  })
  const complete = found.filter(({ matched }) => matched === words.length)
  // Products that fit by half are shown only when nothing else was found.
  const shown = complete.length > 0 || hits.size > 0 ? complete : found
  const best = shown.sort((one, other) => other.matched - one.matched || other.inTitle - one.inTitle)
  const corrected = words.some(({ isCorrected }) => isCorrected) ? words.map(({ text }) => text).join(' ') : undefined
  return {
    ids: best.flatMap(({ id }) => (hits.has(id) ? [] : [id])).slice(0, SEARCH_LIMIT),
    corrected,
    isInTitle: corrected !== undefined && index.products.some(({ title }) => title.includes(corrected)),
    meant,
    isPartial: complete.length === 0,
    isFull: complete.length >= hits.size + SEARCH_LIMIT,
  }
}

type QueryWord = {
  /** Without its typing mistakes. */
  text: string
  isCorrected: boolean
  /** The word itself and its synonyms. */
  meant: string[]
}

function readQuery({ uses, joined, synonyms }: SearchIndex, query: string): QueryWord[] {
  const typed = wordsOf(query).slice(0, MAX_WORDS)
  const telling = typed.filter((word) => word.length > 2 && !EMPTY_WORDS.has(word))
  const words = telling.length > 0 ? telling : typed
  const read: QueryWord[] = []
  for (let at = 0; at < words.length; ) {
    const length = phraseAt(at)
    const phrase = words.slice(at, at + length).join(' ')
    const one = phrase.replaceAll(' ', '')
    const near = length > 1 || isKnown(one) ? undefined : nearestWord(one, candidates())
    const text = near ?? (length > 1 && uses.has(one) ? one : phrase)
    const whole = joined.get(text) ?? text
    read.push({ text: whole, isCorrected: near !== undefined, meant: [whole, ...(synonyms.get(whole) ?? [])] })
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

  function isKnown(word: string): boolean {
    if (uses.has(word) || joined.has(word)) return true
    for (const known of uses.keys()) if (known.startsWith(word)) return true
    return false
  }

  function* candidates(): Generator<readonly [string, number]> {
    yield* uses
    for (const word of joined.keys()) yield [word, 0]
  }
}
