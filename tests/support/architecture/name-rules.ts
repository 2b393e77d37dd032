// Where files lie and what things are called.
import { isIn, isTest, PRODUCT, type Rule } from './architecture-rule.ts'

/** Wiring, settings and what the folders share: the only files in `server/` itself. */
const WIRING = ['app', 'config', 'contexts', 'data-dir', 'health', 'jobs', 'main', 'errors', 'shop', 'virtual.d']

/** Words of before, each with the field's word for the same thing. */
const OLD_WORDS = new Map([
  ['letter', 'email'],
  ['letters', 'emails'],
  ['occasion', 'template'],
  ['occasions', 'templates'],
  ['seeing', 'health, observability'],
  ['colleague', 'worker'],
  ['colleagues', 'workers'],
  ['correspond', 'createRpc'],
  ['correspondence', 'ipc'],
  ['employ', 'startWorkers'],
  ['reception', 'httpServer'],
  ['patience', 'timeout'],
  ['impatience', 'timeout'],
  ['enquiry', 'message'],
  ['enquiries', 'messages'],
  ['pieces', 'chunks'],
  ['befall', 'inject'],
  ['onlooker', 'observer'],
  ['asker', 'client'],
  ['shelf', 'catalog'],
  ['twin', 'counterpart'],
  ['promised', 'queued, requested'],
  ['turn', 'slot, cursor'],
  ['turns', 'slots, cursors'],
])

/** For sentences fewer words are forbidden: a shopper may turn a pot, and a shop may have a shelf. */
const OLD_TEXT =
  /\b(letters?|occasions?|colleagues?|correspondence|impatience|enquir(y|ies)|onlooker|mend|mended)\b(?!, digits)/i

/** Names that keep an old word, with the reason. */
const KEPT_NAMES: Record<string, string> = {
  letterSpacing: 'a property of CSS',
}

export const nameRules: Rule[] = [
  {
    // tests/support/together.ts gives every test file a fixture of its own.
    promise: 'a module of tests/support that registers hooks of the test file is named *-fixture.ts',
    breaches: ({ path, imports, identifiers }) =>
      isIn(path, 'tests/support') && !path.endsWith('-fixture.ts') && imports.includes('node:test')
        ? ['before', 'beforeEach', 'after', 'afterEach'].filter((name) => identifiers.has(name))
        : [],
    wrong: [['tests/support/orders.ts', "import { after } from 'node:test'\nafter(() => pool.end())"]],
    right: [
      ['tests/support/fixtures/order-fixture.ts', "import { after } from 'node:test'\nafter(() => pool.end())"],
      ['server/orders/place.test.ts', "import { after } from 'node:test'\nafter(() => pool.end())"],
    ],
  },
  {
    promise: 'every file has a kebab-case name, and the server no .tsx',
    breaches: ({ path }) => {
      const names = path.split('/').filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name))
      return isIn(path, 'server') && path.endsWith('.tsx') ? [...names, path] : names
    },
    wrong: [
      ['web/ui/ProductCard.tsx', ''],
      ['web/ui/product_card.tsx', ''],
      ['web/ui/productCard.tsx', ''],
      ['web/backOffice/table.tsx', ''],
      ['server/letters.tsx', ''],
    ],
    right: [
      ['web/ui/product-card.tsx', ''],
      ['web/entry.server.tsx', ''],
      ['server/db/connection.test.ts', ''],
    ],
  },
  {
    promise: 'only wiring lies in server itself',
    breaches: ({ path }) => {
      const name = /^server\/([^/]+)\.tsx?$/.exec(path)?.[1]?.replace(/\.test$/, '')
      return name === undefined || WIRING.includes(name) ? [] : [name]
    },
    wrong: [
      ['server/orders.ts', ''],
      ['server/orders.test.ts', ''],
    ],
    right: [
      ['server/shop.ts', ''],
      ['server/config.test.ts', ''],
      ['server/orders/orders.ts', ''],
    ],
  },
  {
    promise: 'no name holds a word that the field has another one for',
    breaches: ({ path, identifiers }) =>
      [...identifiers, ...path.split('/')].filter((name) => !KEPT_NAMES[name] && wordsOf(name).some(isOldWord)),
    wrong: [
      ['server/messages/receipt.ts', 'export function sendLetter() {}'],
      ['server/messages/receipt.ts', 'const OPEN_LETTERS = 1'],
      ['server/app.ts', 'const waiting = { turn: 1 }'],
      ['server/app.ts', 'const email = shop.letters.next()'],
      ['web/ui/badge.tsx', 'const badge = <Badge isPromised />'],
      ['server/http/enquiries.ts', ''],
      ['server/seeing/health.ts', ''],
    ],
    right: [
      ['server/app.ts', "// a letter\nconst job = 'order-letter'\nconst returned = lettered"],
      ['server/app.ts', "const style = { letterSpacing: '1px' }"],
    ],
  },
  {
    promise: 'no sentence holds one either',
    breaches: ({ path, texts }) => {
      if (!isIn(path, ...PRODUCT) || isTest(path)) return []
      return texts.filter((text) => OLD_TEXT.test(text))
    },
    wrong: [
      ['web/admin/sent/list.tsx', 'const tab = <p>No letters yet.</p>'],
      ['server/contact/contact.ts', "log.error('An enquiry could not be sent')"],
      ['server/messages/queries.ts', "const text = 'select id from letters'"],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
      ['domain/messages.ts', 'const text = `${count} fields to mend, please`'],
    ],
    right: [
      ['web/checkout/cart.tsx', 'const text = <p>Turn the pot to the light.</p>'],
      ['tests/support/shop.ts', "const text = 'a letter for you'"],
    ],
  },
]

/** The words of `isPromised`, `MOST_LETTERS` and `letters-tab.tsx`, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}

function isOldWord(word: string): boolean {
  return OLD_WORDS.has(word)
}
