import { deliveryLine, deliveryNote, feeSentence } from '#domain/shop/delivery.ts'
import type { ListPrice, ShopInfo } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'

type Placeholder = { meaning: string; value: (shop: ShopInfo) => string }

const figure = (value: string, meaning: string): Placeholder => ({ meaning, value: () => value })

/** Hours from delivery in which an order can be returned. */
export const RETURN_HOURS = 48
const WARRANTY_MONTHS = 24

/** The promises of the page about returns, in short, until the owner rewrites it. */
export const RETURN_PROMISES: readonly string[] = [
  `Returns within ${RETURN_HOURS} hours`,
  `${WARRANTY_MONTHS} months warranty`,
]

const LIST_PRICE_NOTES: Record<ListPrice, string> = {
  'times-1.1': 'The crossed-out price is our price plus 10 percent, rounded. It is for comparison, not a list price.',
  mrp: 'A crossed-out price is the maximum retail price (MRP).',
  none: '',
}

/**
 * The placeholders of texts, written `{{name}}`. The figures are the specification's, which states two warranty
 * periods; both are kept.
 */
const PLACEHOLDERS = {
  shop: { meaning: 'The shop’s name', value: (shop) => shop.shopName },
  noun: { meaning: 'What the shop sells', value: (shop) => wordsOf(shop).noun },
  nouns: { meaning: 'The same, several of them', value: (shop) => wordsOf(shop).nouns },
  Noun: { meaning: 'At the start of a sentence', value: (shop) => wordsOf(shop).Noun },
  Nouns: { meaning: 'At the start of a sentence', value: (shop) => wordsOf(shop).Nouns },
  'a-noun': { meaning: 'With its article', value: (shop) => wordsOf(shop).aNoun },
  'A-noun': {
    meaning: 'With its article, at the start of a sentence',
    value: (shop) => wordsOf(shop).ANoun,
  },
  'free-delivery': { meaning: 'The free delivery line of the settings, or from when it is free', value: deliveryLine },
  'delivery-price': {
    meaning: 'What delivery costs, as the settings have it',
    value: (shop) => feeSentence(shop) ?? 'Delivery is free on every order.',
  },
  'delivery-fees': {
    meaning: 'The same in the terms',
    value: (shop) => feeSentence(shop) ?? 'Delivery is free. There are no shipping or other fees.',
  },
  'delivery-heading': {
    meaning: 'The same as a heading',
    value: (shop) => (feeSentence(shop) ? 'Delivered to your door' : 'Delivery is free'),
  },
  'delivery-reason': {
    meaning: 'The same below that heading',
    value: (shop) => feeSentence(shop) ?? 'Free on every order, to every pincode we serve.',
  },
  'delivery-note': {
    meaning: 'The same with the days of delivery, once one of them is not the default',
    // With a fee the sentence before it has said all but the days.
    value: (shop) => (deliveryNote(shop) ?? '').replace(feeSentence(shop) ?? '', '').trim(),
  },
  'list-price-note': {
    meaning: 'What the struck-through price is, as the setting List price has it',
    value: ({ listPrice }) => LIST_PRICE_NOTES[listPrice],
  },
  'return-hours': figure(String(RETURN_HOURS), 'Hours from delivery in which an order can be returned'),
  'warranty-months': figure(String(WARRANTY_MONTHS), 'Months of warranty on the returns page'),
  'consumables-days': figure('28', 'Days for which consumables are covered'),
  'cover-months': figure('6', 'Months of cover on the warranty page'),
  'breakage-months': figure('1', 'Months for breakage on top'),
  'parts-months': figure('3', 'Months for which parts are covered'),
  'reply-hours': figure('48 to 72', 'Hours in which you reply'),
  category: { meaning: 'The category’s name, in its description only', value: () => CATEGORY },
} as const satisfies Record<string, Placeholder>

/** Filled in by the page of the category. */
const CATEGORY = '{{category}}'

export function fillCategory(text: string, category: string): string {
  return text.replaceAll(CATEGORY, () => category)
}

/** For the list beside the editor. */
export function listPlaceholders(shop: ShopInfo): { name: string; meaning: string; value: string }[] {
  return Object.entries(PLACEHOLDERS).map(([name, { meaning, value }]) => ({ name, meaning, value: value(shop) }))
}

export function fillPlaceholders(text: string, shop: ShopInfo): string {
  return text.replace(NAMED, (whole, name: string) => shopValueOf(name, shop) ?? whole)
}

/** @returns undefined for what is no placeholder of texts */
export function shopValueOf(name: string, shop: ShopInfo): string | undefined {
  return isPlaceholder(name) ? PLACEHOLDERS[name].value(shop) : undefined
}

export function listUnknownPlaceholders(text: string): string[] {
  const unknown = [...text.matchAll(NAMED)].filter(([, name = '']) => !isPlaceholder(name))
  return [...new Set(unknown.map(([whole]) => whole))]
}

const NAMED = /\{\{([^{}]{0,40})\}\}/g

function isPlaceholder(name: string): name is keyof typeof PLACEHOLDERS {
  return Object.hasOwn(PLACEHOLDERS, name)
}
