import { capitalised } from '#domain/text.ts'
import { defaultShopInfo, type ShopInfo } from './shop-info.ts'

/** The names of the shop and its goods, in the forms that sentences need. */
export type Words = {
  shop: string
  /** `pot`, `a pot`, `pots`, and the same at the beginning of a sentence. */
  noun: string
  aNoun: string
  nouns: string
  Noun: string
  ANoun: string
  Nouns: string
  /** The label of the choice: `Pot colour`. */
  finishLabel: string
  /** Beside a size, in a list of what can be chosen: `colour`, `a colour`, `colours`. */
  finish: string
  aFinish: string
  finishes: string
  Finish: string
  /** Under the pictures of a product; empty: nothing. */
  pictureNote: string
  /** The shop has another name than the specification's, whose logo, pictures and address are no longer its own. */
  isRenamed: boolean
  /** The goods are the specification's, so its drawings and shapes of them fit. */
  sellsPots: boolean
}

/** Most sentences are the same in every shop. */
export type Sentence = string | ((words: Words) => string)

export function sentenceIn(words: Words, sentence: Sentence): string {
  return typeof sentence === 'string' ? sentence : sentence(words)
}

type Named = Pick<ShopInfo, 'shopName' | 'productNoun' | 'productNounPlural' | 'finishLabel' | 'pictureNote'>

export function wordsOf({ shopName, productNoun, productNounPlural, finishLabel, pictureNote }: Named): Words {
  const noun = uncapitalised(productNoun)
  const nouns = uncapitalised(productNounPlural)
  const sellsPots = noun === defaultShopInfo.productNoun
  const isSpecified = finishLabel === defaultShopInfo.finishLabel
  const finish = isSpecified ? 'colour' : uncapitalised(finishLabel)
  return {
    shop: shopName,
    noun,
    aNoun: withArticle(noun),
    nouns,
    Noun: capitalised(noun),
    ANoun: capitalised(withArticle(noun)),
    Nouns: capitalised(nouns),
    finishLabel,
    finish,
    aFinish: withArticle(finish),
    finishes: pluralOf(finish),
    Finish: capitalised(finish),
    isRenamed: shopName !== defaultShopInfo.shopName,
    // Lamps come without a plant too, but nobody would expect one.
    pictureNote: sellsPots || pictureNote !== defaultShopInfo.pictureNote ? pictureNote : '',
    sellsPots,
  }
}

/** `1 pot`, `30 pots`. @param formatted the number as people read it, such as `10,000+` */
export function countOfNouns(count: number, words: Words, formatted = String(count)): string {
  return `${formatted} ${count === 1 ? words.noun : words.nouns}`
}

/** By its sound: `an urn`, `a unit`, `an hourglass`, `a one-light lamp`. */
function withArticle(noun: string): string {
  const isVowel = /^(?!uni|us[ea]|ut[ei]|eu|ewe|one\b|once\b)(?:[aeiou]|hour|heir|honest|honou?r)/i.test(noun)
  return `${isVowel ? 'an' : 'a'} ${noun}`
}

function pluralOf(noun: string): string {
  if (/(?:s|x|z|ch|sh)$/i.test(noun)) return `${noun}es`
  return /[^aeiou]y$/i.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
}

/** Inside a sentence. `LED colour` and `T-shirt` keep their capitals. */
function uncapitalised(text: string): string {
  return /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
