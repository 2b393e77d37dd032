// The rules of the architecture: which ring imports which, where things belong and what they are called. Every rule is
// first shown something that breaks it, because a rule that cannot fail protects nothing.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { posix, sep } from 'node:path'
import { describe, test } from 'node:test'
import { findCycles } from './support/cycles.ts'
import { packageOf, read, resolve, type SourceFile, targetsOf } from './support/source-file.ts'

type Rule = {
  promise: string
  /** @returns what in the file breaks the rule */
  breaches(file: SourceFile): string[]
  /** Path and source; each breaks the rule. */
  wrong: [path: string, source: string][]
  right: [path: string, source: string][]
}

const PRODUCT = ['domain', 'server', 'web', 'sandbox']
const FOLDERS = 'domain,server,web,sandbox,tests,chaos,scripts,bench,photography'
const MAX_LINES = 300
const MAX_FILES = 20
const MAX_WIRING = 10

/** Wiring, settings and what the rooms share: the only files that lie in `server/` itself. */
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
  ['pieces', 'styleguide, chunks'],
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

const rules: Rule[] = [
  {
    promise: 'domain imports nothing of ours outside domain, and from npm only the schema library',
    breaches: ({ path, imports }) => {
      if (!isIn(path, 'domain')) return []
      const packages = isTest(path) ? ['valibot', 'fast-check', 'node:test', 'node:assert'] : ['valibot']
      return imports.filter((name) => {
        const target = resolve(path, name)
        return target === undefined ? !packages.includes(packageOf(name)) : !isIn(target, 'domain')
      })
    },
    wrong: [
      ['domain/cart.ts', "import { openShop } from '#server/shop.ts'"],
      ['domain/cart.ts', "import type { Shop } from '#server/shop.ts'"],
      ['domain/cart.ts', "export type { Shop } from '#server/shop.ts'"],
      ['domain/cart.ts', "export * from '#web/browser/cart.ts'"],
      ['domain/cart.ts', "type Shop = import('#server/shop.ts').Shop"],
      ['domain/cart.ts', "const react = await import('react')"],
      ['domain/cart.ts', "import fc from 'fast-check'"],
      ['domain/cart.ts', "import { hash } from 'node:crypto'"],
      ['domain/cart.ts', "import { shop } from './../server/shop.ts'"],
      ['domain/cart.test.ts', "import { openShop } from '#tests/shop.ts'"],
    ],
    right: [
      [
        'domain/cart.ts',
        "import * as v from 'valibot'\nimport { totalOf } from '#domain/cart.ts'\nimport './money.ts'",
      ],
      ['domain/cart.ts', "// import '#server/shop.ts'\nconst text = \"import '#server/shop.ts'\""],
      ['domain/cart.test.ts', "import fc from 'fast-check'\nimport { test } from 'node:test'"],
    ],
  },
  {
    promise: 'server imports only domain and server',
    breaches: ({ path, imports }) => {
      if (!isIn(path, 'server')) return []
      const rings = isTest(path) ? ['domain', 'server', 'tests', 'bench'] : ['domain', 'server']
      return targetsOf(path, imports).filter((target) => !isIn(target, ...rings))
    },
    wrong: [
      ['server/orders.ts', "import { Button } from '#web/ui/button.tsx'"],
      ['server/orders.ts', "import type { Stored } from '#web/browser/stored.ts'"],
      ['server/app.ts', "import { Button } from '#web/ui/button.tsx'"],
      ['server/db/seed.ts', "const { testShop } = await import('#tests/shop.ts')"],
    ],
    right: [
      ['server/app.ts', "import * as build from 'virtual:react-router/server-build'"],
      ['server/orders.test.ts', "import { testShop } from '#tests/shop.ts'\nimport './orders.ts'"],
    ],
  },
  {
    promise: 'web takes nothing from the server, not even types, but in its routes and documents',
    breaches: ({ path, imports }) => {
      if (!isIn(path, 'web')) return []
      const rings = ['domain', 'web', ...(isTest(path) ? ['tests'] : []), ...(runsOnServer(path) ? ['server'] : [])]
      return targetsOf(path, imports).filter((target) => !isIn(target, ...rings))
    },
    wrong: [
      ['web/ui/product-card.tsx', "import type { Row } from '#server/db/products.ts'"],
      ['web/browser/cart.ts', "import { placeOrder } from '#server/orders.ts'"],
      ['web/shell/search-box.tsx', "type Shop = import('#server/shop.ts').Shop"],
      ['web/routes.ts', "import '#server/shop.ts'"],
      ['web/checkout/cart.tsx', "import '#tests/shop.ts'"],
    ],
    right: [
      [
        'web/checkout/cart.tsx',
        "import { placeOrder } from '#server/orders.ts'\nimport type { Route } from './+types/cart'",
      ],
      ['web/root.tsx', "import { shopContext } from '#server/contexts.ts'"],
      ['web/ui/product-card.tsx', "import type { Product } from '#domain/product.ts'\nimport './badge.tsx'"],
    ],
  },
  {
    promise: 'sandbox and the shop never import each other',
    breaches: ({ path, imports }) => {
      const targets = targetsOf(path, imports)
      if (isIn(path, 'sandbox')) return targets.filter((target) => isIn(target, 'domain', 'server', 'web'))
      return isIn(path, 'domain', 'server', 'web') ? targets.filter((target) => isIn(target, 'sandbox')) : []
    },
    wrong: [
      ['sandbox/razorpay.ts', "import { toPaise } from '#domain/money.ts'"],
      ['sandbox/razorpay.ts', "import type { Payment } from '#server/providers/razorpay.ts'"],
      ['server/payments.ts', "import { sign } from '#sandbox/razorpay.ts'"],
      ['server/payments.ts', "const sandbox = await import('../sandbox/razorpay.ts')"],
    ],
    right: [
      ['sandbox/razorpay.ts', "import { inbox } from './emailjs.ts'"],
      ['tests/shop.ts', "import '#server/shop.ts'\nimport '#sandbox/razorpay.ts'"],
    ],
  },
  {
    promise: 'only shop.ts imports the adapters to the outside world',
    breaches: ({ path, imports }) => {
      if (path === 'server/shop.ts' || isTest(path) || isIn(path, 'tests', 'chaos', 'bench')) return []
      const ADAPTERS = [
        'server/emails/emailjs.ts',
        'server/orders/payments/razorpay.ts',
        'server/catalog/images/store.ts',
      ]
      const isAdapter = (target: string) => ADAPTERS.includes(target)
      return targetsOf(path, imports).filter(isAdapter)
    },
    wrong: [
      ['server/orders/payments/settle.ts', "import { openRazorpay } from './razorpay.ts'"],
      ['server/jobs.ts', "import type { Razorpay } from '#server/orders/payments/razorpay.ts'"],
      ['server/catalog/images/save.ts', "import { openImages } from './store.ts'"],
      ['web/checkout/cart.tsx', "import { openRazorpay } from '#server/orders/payments/razorpay.ts'"],
    ],
    right: [
      [
        'server/shop.ts',
        "import { openRazorpay } from './orders/payments/razorpay.ts'\nimport './catalog/images/store.ts'",
      ],
      ['server/orders/payments/razorpay.test.ts', "import { openRazorpay } from './razorpay.ts'"],
    ],
  },
  {
    promise: 'only config.ts reads the environment',
    breaches: ({ path, imports, uses }) => {
      const mayRead = ['server/config.ts', 'playwright.config.ts', 'drizzle.config.ts', 'vite.config.ts']
      if (mayRead.includes(path) || isIn(path, 'scripts', 'tests', 'chaos', 'bench', 'docs') || isTest(path)) return []
      return [
        ...uses.filter((name) => name === 'process.env'),
        ...imports.filter((name) => /^(node:)?process$/.test(name)),
      ]
    },
    wrong: [
      ['server/main.ts', "if (process.env.NODE_ENV === 'production') start()"],
      ['server/main.ts', 'const { PORT } = process.env'],
      ['server/main.ts', 'const { env } = process'],
      ['server/main.ts', "const port = process['env'].PORT"],
      ['server/main.ts', 'const port = globalThis.process.env.PORT'],
      ['server/main.ts', 'start(process.env)'],
      ['server/main.ts', "import { env } from 'node:process'"],
      ['web/root.tsx', 'const page = <p>{process.env.NAME}</p>'],
    ],
    right: [
      ['server/config.ts', 'const port = process.env.PORT'],
      ['server/main.ts', '// process.env\nconst config = readConfig(process.env)\nprocess.exit(1)'],
      ['drizzle.config.ts', 'const url = process.env.DATABASE_URL'],
    ],
  },
  {
    promise: 'only server/db, *queries.ts and the bulk seed import Drizzle; auth.ts hands it to better-auth',
    breaches: ({ path, imports }) => {
      if (isIn(path, 'server/db') || (isIn(path, 'server') && /queries(\.test)?\.ts$/.test(path))) return []
      if (path === 'bench/bulk-seed.ts') return []
      return imports.filter((name) => {
        if (/^better-auth\/adapters\//.test(name)) return path !== 'server/accounts/auth.ts'
        return packageOf(name) === 'drizzle-orm'
      })
    },
    wrong: [
      ['server/orders.ts', "import { eq } from 'drizzle-orm'"],
      ['server/orders.ts', "import type { NodePgDatabase } from 'drizzle-orm/node-postgres'"],
      ['server/accounts.ts', "import { eq } from 'drizzle-orm'"],
      ['server/orders.ts', "import { drizzleAdapter } from 'better-auth/adapters/drizzle'"],
      ['tests/shop.ts', "import { sql } from 'drizzle-orm'"],
      ['server/seed/seed.ts', "import { sql } from 'drizzle-orm'"],
    ],
    right: [
      ['server/orders/queries.ts', "import { eq } from 'drizzle-orm'"],
      ['server/accounts/auth.ts', "import { drizzleAdapter } from 'better-auth/adapters/drizzle'"],
      ['drizzle.config.ts', "import { defineConfig } from 'drizzle-kit'"],
    ],
  },
  {
    promise: 'web takes better-auth/client, never better-auth',
    breaches: ({ path, imports }) =>
      isIn(path, 'web')
        ? imports.filter((name) => packageOf(name) === 'better-auth' && !/^better-auth\/client(\/|$)/.test(name))
        : [],
    wrong: [
      ['web/browser/visitor.ts', "import { betterAuth } from 'better-auth'"],
      ['web/browser/visitor.ts', "import type { Session } from 'better-auth/types'"],
      ['web/account/login.tsx', "import { APIError } from 'better-auth/api'"],
    ],
    right: [
      ['web/browser/visitor.ts', "import { createAuthClient } from 'better-auth/client'"],
      ['server/accounts.ts', "import { betterAuth } from 'better-auth'"],
    ],
  },
  {
    promise: 'a file names its own folder ./ and another one by its ring, never ../',
    breaches: ({ imports }) => imports.filter((name) => name.split('/').includes('..')),
    wrong: [
      ['server/db/orders.ts', "import { log } from '../log.ts'"],
      ['server/db/orders.ts', "import type { Log } from './../log.ts'"],
      ['web/ui/button.tsx', "export * from '#web/ui/../browser/cart.ts'"],
    ],
    right: [
      ['server/db/orders.ts', "import { log } from '#server/log.ts'\nimport './schema.ts'\nconst up = '../log.ts'"],
    ],
  },
  {
    promise: 'domain has no clock, no chance, no process, no input or output: they are arguments',
    breaches: ({ path, imports, uses }) => {
      if (!isIn(path, 'domain') || isTest(path)) return []
      return [...uses, ...imports.filter((name) => name.startsWith('node:'))]
    },
    wrong: [
      ['domain/time.ts', 'const now = Date.now()'],
      ['domain/time.ts', 'const now = new Date()'],
      ['domain/time.ts', 'const now = new Date'],
      ['domain/time.ts', 'const now = Date()'],
      ['domain/time.ts', 'const later = (now = new Date()) => now'],
      ['domain/cart.ts', 'const key = Math.random()'],
      ['domain/cart.ts', 'const key = crypto.randomUUID()'],
      ['domain/cart.ts', 'const { platform } = process'],
      ['domain/cart.ts', "localStorage.setItem('cart', '[]')"],
      ['domain/cart.ts', "const page = await fetch('/cart')"],
      ['domain/cart.ts', "import { test } from 'node:test'"],
    ],
    right: [
      ['domain/time.ts', '// Date.now()\nconst at = (time: string) => new Date(time)\nconst half = Math.round(1.5)'],
      ['domain/order.ts', "const step = order.process\nconst words = { fetch: 1, 'Date.now': 2 }"],
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
    promise: `no file of the product is longer than ${MAX_LINES} lines, tests aside`,
    breaches({ path, lines }) {
      if (!isIn(path, ...PRODUCT) || isTest(path)) return []
      return lines > MAX_LINES ? [`${lines} lines`] : []
    },
    wrong: [
      ['web/root.tsx', '\n'.repeat(MAX_LINES + 1)],
      ['domain/cart.ts', '\n'.repeat(MAX_LINES + 1)],
      ['sandbox/razorpay.ts', '\n'.repeat(MAX_LINES + 1)],
    ],
    right: [
      ['web/root.tsx', '\n'.repeat(MAX_LINES)],
      ['tests/shop.ts', '\n'.repeat(MAX_LINES + 1)],
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
      ['server/emails/receipt.ts', 'export function sendLetter() {}'],
      ['server/emails/receipt.ts', 'const OPEN_LETTERS = 1'],
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
      ['web/admin/emails/list.tsx', 'const tab = <p>No letters yet.</p>'],
      ['server/contact/contact.ts', "log.error('An enquiry could not be sent')"],
      ['server/emails/queries.ts', "const text = 'select id from letters'"],
      ['domain/messages.ts', 'const text = `${count} fields to mend, please`'],
    ],
    right: [
      ['web/checkout/cart.tsx', 'const text = <p>Turn the pot to the light.</p>'],
      ['tests/support/shop.ts', "const text = 'a letter for you'"],
    ],
  },
]

const root = posix.join(import.meta.dirname.replaceAll(sep, '/'), '..')
const files = globSync([`{${FOLDERS}}/**/*.{ts,tsx,css}`, '*.ts'], { cwd: root, exclude: ['**/node_modules/**'] })
  .map((path) => path.replaceAll(sep, '/'))
  .map((path) => read(path, readFileSync(posix.join(root, path), 'utf8')))

test('there is something to look at', () => {
  for (const path of ['domain/money.ts', 'server/shop.ts', 'web/root.tsx', 'vite.config.ts']) {
    assert.ok(
      files.some((file) => file.path === path),
      path,
    )
  }
})

for (const { promise, breaches, wrong, right } of rules) {
  describe(promise, () => {
    test('the rule can fail', () => {
      for (const [path, source] of wrong) assert.notDeepEqual(breaches(read(path, source)), [], `${path}: ${source}`)
      for (const [path, source] of right) assert.deepEqual(breaches(read(path, source)), [], `${path}: ${source}`)
    })
    test('the code keeps it', () => {
      assert.deepEqual(
        files.flatMap((file) => breaches(file).map((breach) => `${file.path}: ${breach}`)),
        [],
      )
    })
  })
}

describe('no file imports itself by way of others, types included', () => {
  const cyclesOf = (some: SourceFile[]) => findCycles(importsOf(some, (path) => path))
  test('the rule can fail', () => {
    const circle = [
      read('server/a.ts', "import './b.ts'"),
      read('server/b.ts', "import type { A } from '#server/a.ts'"),
    ]
    assert.deepEqual(cyclesOf(circle), [['server/a.ts', 'server/b.ts']])
    assert.deepEqual(cyclesOf(circle.slice(0, 1)), [])
  })
  test('the code keeps it', () => assert.deepEqual(cyclesOf(files), []))
})

describe('no room of server or web imports itself by way of others, what wires them together aside', () => {
  const cyclesOf = (some: SourceFile[]) =>
    findCycles(
      importsOf(
        some.filter(({ path }) => !isTest(path)),
        roomOf,
      ),
    )
  test('the rule can fail', () => {
    const circle = [
      read('server/orders/place.ts', "import '#server/emails/send.ts'"),
      read('server/emails/send.ts', "import type { Stock } from '#server/catalog/images/stock.ts'"),
      read('server/catalog/images/stock.ts', "import '#server/orders/payments/settle.ts'"),
      read('server/orders/payments/settle.ts', ''),
    ]
    assert.deepEqual(cyclesOf(circle), [['server/catalog', 'server/emails', 'server/orders']])
    assert.deepEqual(cyclesOf(circle.slice(1)), [])
    assert.deepEqual(
      cyclesOf([read('server/shop.ts', "import './live/a.ts'"), read('server/live/a.ts', "import '#server/shop.ts'")]),
      [],
    )
  })
  test('the code keeps it', () => assert.deepEqual(cyclesOf(files), []))
})

describe(`no folder of the product holds more than ${MAX_FILES} files, tests aside, and server's root ${MAX_WIRING}`, () => {
  function tooFull(some: { path: string }[]): string[] {
    const sources = some.filter(({ path }) => isIn(path, ...PRODUCT) && !isTest(path))
    const counts = Map.groupBy(sources, ({ path }) => posix.dirname(path))
    return [...counts].flatMap(([folder, { length }]) =>
      length > (folder === 'server' ? MAX_WIRING : MAX_FILES) ? [folder] : [],
    )
  }
  const filesIn = (folder: string, count: number) =>
    Array.from({ length: count }, (_, i) => ({ path: `${folder}/${i}.ts` }))
  test('the rule can fail', () => {
    assert.deepEqual(tooFull(filesIn('web/ui', MAX_FILES + 1)), ['web/ui'])
    assert.deepEqual(tooFull(filesIn('server', MAX_WIRING + 1)), ['server'])
    assert.deepEqual(tooFull(filesIn('web/ui', MAX_FILES)), [])
    assert.deepEqual(tooFull([{ path: 'web/ui/a.test.ts' }, ...filesIn('web/ui', MAX_FILES)]), [])
  })
  test('the code keeps it', () => assert.deepEqual(tooFull(files), []))
})

/** The import graph, between files or between the names that `nameOf` gives them. */
function importsOf(some: SourceFile[], nameOf: (path: string) => string | undefined): Map<string, string[]> {
  const known = new Set(some.map(({ path }) => path))
  const edges = new Map<string, string[]>()
  for (const { path, imports } of some) {
    const from = nameOf(path)
    if (from === undefined) continue
    const targets = targetsOf(path, imports).filter((target) => known.has(target))
    const others = targets.map(nameOf).filter((name) => name !== undefined && (name !== from || name === path))
    edges.set(from, [...(edges.get(from) ?? []), ...(others as string[])])
  }
  return edges
}

/** `server/orders` of `server/orders/payments/settle.ts`; a file of the root wires rooms together and is in none. */
function roomOf(path: string): string | undefined {
  return /^(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]
}

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

function isIn(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

/** React Router cuts loaders and actions out of these before a browser gets them, or never sends them there. */
function runsOnServer(path: string): boolean {
  const screens = ['storefront', 'checkout', 'account', 'pages', 'admin', 'styleguide'].map((name) => `web/${name}`)
  return isIn(path, ...screens) || path === 'web/root.tsx' || path === 'web/entry.server.tsx'
}
