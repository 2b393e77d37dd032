import * as v from 'valibot'
import { CATEGORY_MAX } from '#domain/catalog/product-fields.ts'
import { line, paragraph } from '#domain/form-fields.ts'
import { checkbox, requiredText, text } from '#domain/shop/fields.ts'
import { defineSection } from '#domain/shop/section.ts'
import { parseWhatsAppNumber } from '#domain/shop/whatsapp.ts'
import { cleanLine } from '#domain/text.ts'

const CATEGORIES_MAX = 50

/** The section `Shop`: its name, its marks, and the words for what it sells. */
export const shopSection = defineSection({
  shopName: {
    label: 'Shop name',
    required: true,
    hint: 'On every page, in emails and in the payment window.',
    schema: requiredText(60, 'Enter the name of your shop.'),
  },
  logo: {
    label: 'Logo',
    control: 'image',
    hint: 'A PNG, JPEG or WebP image, wide rather than high, with a transparent background if you have one.',
    schema: v.string(),
  },
  productNoun: {
    label: 'Product noun',
    required: true,
    hint: 'Your word for one product, such as lamp.',
    schema: requiredText(40, 'Enter a word, such as lamp.'),
  },
  productNounPlural: {
    label: 'Plural',
    required: true,
    hint: 'Your word for several products, such as lamps.',
    schema: requiredText(40, 'Enter a word, such as lamps.'),
  },
  finishLabel: {
    label: 'Finish label',
    required: true,
    hint: 'What shoppers choose beside the size, such as Colour or Shade.',
    schema: requiredText(40, 'Enter a label, such as Shade.'),
  },
  pictureNote: {
    label: 'Note under pictures',
    hint: 'Under the pictures of each product: what they show and the price does not include. Leave empty for none.',
    schema: text(80),
  },
  categories: {
    label: 'Categories',
    control: 'textarea',
    hint: 'One per line, as the product forms offer them. Leave empty for those of the demo shop.',
    schema: v.pipe(
      paragraph,
      v.transform(listLines),
      v.maxLength(CATEGORIES_MAX, `Use at most ${CATEGORIES_MAX} categories.`),
      v.everyItem(
        (category) => category.length <= CATEGORY_MAX,
        `A category can have at most ${CATEGORY_MAX} characters.`,
      ),
    ),
    typed: (categories) => categories.join('\n'),
  },
  instagram: socialLink('Instagram', 'https://www.instagram.com/yourshop'),
  facebook: socialLink('Facebook', 'https://www.facebook.com/yourshop'),
  x: socialLink('X', 'https://x.com/yourshop'),
  careers: socialLink('Careers', 'https://yourshop.example/jobs'),
  whatsappNumber: {
    label: 'WhatsApp number for chat',
    type: 'tel',
    hint: 'Products, the contact page and orders then have a link to a chat with it. Leave empty for none.',
    schema: v.pipe(
      line,
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        if (dataset.value === '') return ''
        const number = parseWhatsAppNumber(dataset.value)
        if (number !== undefined) return number
        addIssue({ message: 'Enter a mobile number, such as +91 98450 12345, or leave it empty.' })
        return NEVER
      }),
    ),
    typed: (number) => number && `+${number}`,
  },
  gifts: {
    label: 'Gifts',
    hint: "The cart then offers “It's a gift”, with a message and a recipient. The slip in the parcel shows no prices. Sell wrapping as a product.",
    ...checkbox,
  },
  hideEmptyLinks: {
    label: 'Hide links without an address',
    hint: 'The footer then shows neither the icons nor Careers until they have an address.',
    ...checkbox,
  },
  copyrightYear: {
    label: 'Copyright year',
    hint: 'In the footer, such as 2025 or 2025–{year}: {year} is always the current year. Leave empty for none.',
    schema: v.pipe(
      line,
      v.regex(
        /^((\d{4}|\{year\})([–-](\d{4}|\{year\}))?)?$/,
        'Enter a year or two, such as 2025 or 2025–{year}, or leave it empty.',
      ),
    ),
  },
  latitude: degrees('Latitude', 90, 'Of the map on the contact page, in degrees. South is negative.'),
  longitude: degrees('Longitude', 180, 'In degrees. West is negative.'),
})

/** Lists ignore case, so `Bonsai` and `bonsai` are one category. */
function listLines(text: string): string[] {
  const lines = new Map<string, string>()
  for (const typed of text.split('\n')) {
    const category = cleanLine(typed)
    const key = category.toLowerCase()
    if (category && !lines.has(key)) lines.set(key, category)
  }
  return [...lines.values()]
}

function socialLink(label: string, example: string) {
  return {
    label,
    type: 'url' as const,
    hint: `Such as ${example}. If it is empty, it leads nowhere.`,
    schema: v.pipe(
      line,
      v.maxLength(300, 'Use at most 300 characters.'),
      v.check(
        (typed) => typed === '' || isHttps(typed),
        `Enter an address that begins with https://, such as ${example}.`,
      ),
    ),
  }
}

function isHttps(text: string): boolean {
  if (!/^https:\/\/[^\s/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname } = new URL(text)
  return username === '' && password === '' && hostname.includes('.')
}

function degrees(label: string, most: number, hint: string) {
  const wrong = `Enter degrees from −${most} to ${most}, such as 18.5196.`
  return {
    label,
    hint,
    required: true as const,
    inputMode: 'decimal' as const,
    schema: v.pipe(
      line,
      // A minus sign that was copied from a text is another character than the one on keyboards.
      v.transform((typed) => typed.replace(/^−/, '-')),
      v.regex(/^[+-]?\d{1,3}(\.\d{1,12})?$/, wrong),
      v.transform(Number),
      v.minValue(-most, wrong),
      v.maxValue(most, wrong),
    ),
  }
}
