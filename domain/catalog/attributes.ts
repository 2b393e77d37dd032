import * as v from 'valibot'
import { line, paragraph } from '#domain/form-fields.ts'
import { cleanLine, lengthOf } from '#domain/text.ts'

/** Such as Material and Stone. */
export type Attribute = { name: string; value: string }

export const TAGS_MAX = 20
export const TAG_MAX = 40
const ATTRIBUTES_MAX = 20
const NAME_MAX = 40
const VALUE_MAX = 78
/** Other products that a product goes with. */
export const GOES_WITH_MAX = 6

/** Each tag once, with commas between: `indoor, gift`. */
export const tagsSchema = v.pipe(
  line,
  v.transform((text) => unique(text.split(',').map(cleanLine))),
  v.maxLength(TAGS_MAX, `A product can have at most ${TAGS_MAX} tags.`),
  v.check((tags) => tags.every((tag) => lengthOf(tag) <= TAG_MAX), `A tag can have at most ${TAG_MAX} characters.`),
  v.transform((tags) => tags.join(', ')),
)

const WRITTEN = /^([^:]+):(.+)$/

/** A line for each attribute, each once: `Material: Stone`. */
export const attributesSchema = v.pipe(
  paragraph,
  v.transform((text) =>
    unique(
      text
        .split('\n')
        .map(cleanLine)
        .map((written) => {
          const [, name, value] = WRITTEN.exec(written) ?? []
          return name && value ? `${cleanLine(name)}: ${cleanLine(value)}` : written
        }),
    ),
  ),
  v.maxLength(ATTRIBUTES_MAX, `A product can have at most ${ATTRIBUTES_MAX} attributes.`),
  v.check(
    (lines) => lines.every((each) => /^\S.*?: \S/.test(each)),
    'Write a name, a colon and a value on each line, such as Material: Stone.',
  ),
  v.check(
    (lines) =>
      attributesOf(lines.join('\n')).every(
        ({ name, value }) => lengthOf(name) <= NAME_MAX && lengthOf(value) <= VALUE_MAX,
      ),
    `A name can have at most ${NAME_MAX} characters, and a value ${VALUE_MAX}.`,
  ),
  v.transform((lines) => lines.join('\n')),
)

/** Numbers of products, each once, with spaces between: `17 21`. */
export const goesWithSchema = v.pipe(
  line,
  v.transform((text) => unique(text.split(/[\s,]+/))),
  v.check((ids) => ids.every((id) => /^[1-9]\d{0,14}$/.test(id)), 'Choose products of this shop.'),
  v.maxLength(GOES_WITH_MAX, `Choose at most ${GOES_WITH_MAX} products.`),
  v.transform((ids) => ids.join(' ')),
)

/** @param text as `attributesSchema` writes it */
export function attributesOf(text: string | undefined): Attribute[] {
  return linesOf(text).map((each) => {
    const [name = '', ...value] = each.split(': ')
    return { name, value: value.join(': ') }
  })
}

/** The lines of a product's attributes, which are the values of the filter. */
export function linesOf(text: string | undefined): string[] {
  return text ? text.split('\n') : []
}

/** @param text as `goesWithSchema` writes it */
export function idsOf(text: string | undefined): number[] {
  return text ? text.split(' ').map(Number) : []
}

/** The texts that are not empty, each once whatever its capitals. */
function unique(texts: readonly string[]): string[] {
  const spelt = Map.groupBy(texts.filter(Boolean), (text) => text.toLowerCase())
  return [...spelt.values()].flatMap(([first = '']) => first)
}
