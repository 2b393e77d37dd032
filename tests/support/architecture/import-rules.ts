// The allowed imports between layers and folders, and the globals that each layer may use.
import { isIn, isTest, type Rule } from './architecture-rule.ts'
import { packageOf, resolve, targetsOf } from './source-file.ts'

const TOP_FLOOR = ['domain/settings', 'domain/setup']

export const importRules: Rule[] = [
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
    promise: 'nothing else in domain imports the settings’ forms and the setup, which know every noun',
    breaches: ({ path, imports }) =>
      isIn(path, 'domain') && !isIn(path, ...TOP_FLOOR)
        ? targetsOf(path, imports).filter((target) => isIn(target, ...TOP_FLOOR))
        : [],
    wrong: [
      ['domain/search/words.ts', "import { SECTIONS } from '#domain/settings/sections.ts'"],
      ['domain/permissions.ts', "import type { Check } from './setup/checks.ts'"],
    ],
    right: [
      ['domain/settings/sections.ts', "import './shop-section.ts'\nimport '#domain/search/search-section.ts'"],
      ['domain/search/search-section.ts', "import { defineSection } from '#domain/shop/section.ts'"],
    ],
  },
  {
    promise: 'server imports only domain and server',
    breaches: ({ path, imports }) => {
      if (!isIn(path, 'server')) return []
      const layers = isTest(path) ? ['domain', 'server', 'tests', 'bench'] : ['domain', 'server']
      return targetsOf(path, imports).filter((target) => !isIn(target, ...layers))
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
      const layers = ['domain', 'web', ...(isTest(path) ? ['tests'] : []), ...(runsOnServer(path) ? ['server'] : [])]
      return targetsOf(path, imports).filter((target) => !isIn(target, ...layers))
    },
    wrong: [
      ['web/ui/product-card.tsx', "import type { Row } from '#server/db/products.ts'"],
      ['web/browser/cart.ts', "import { placeOrder } from '#server/orders.ts'"],
      ['web/shell/header.tsx', "type Shop = import('#server/shop.ts').Shop"],
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
    promise: 'only shop.ts and its connections import the adapters to the outside world',
    breaches: ({ path, imports }) => {
      const mayImport = ['server/shop.ts', 'server/connections/connections.ts'].includes(path)
      if (mayImport || isTest(path) || isIn(path, 'tests', 'chaos', 'bench')) return []
      const ADAPTERS = [
        'server/providers/emailjs.ts',
        'server/providers/razorpay.ts',
        'server/providers/shiprocket.ts',
        'server/catalog/images/store.ts',
      ]
      const isAdapter = (target: string) => ADAPTERS.includes(target)
      return targetsOf(path, imports).filter(isAdapter)
    },
    wrong: [
      ['server/payments/settle.ts', "import { openRazorpay } from '#server/providers/razorpay.ts'"],
      ['server/jobs.ts', "import type { Razorpay } from '#server/providers/razorpay.ts'"],
      ['server/catalog/images/save.ts', "import { openImages } from './store.ts'"],
      ['web/checkout/cart.tsx', "import { openRazorpay } from '#server/providers/razorpay.ts'"],
    ],
    right: [
      ['server/shop.ts', "import { openRazorpay } from './providers/razorpay.ts'\nimport './catalog/images/store.ts'"],
      ['server/providers/razorpay.test.ts', "import { openRazorpay } from './razorpay.ts'"],
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
    promise: 'only server/db, *queries.ts and the bulk seeds import Drizzle',
    breaches: ({ path, imports }) => {
      if (isIn(path, 'server/db') || (isIn(path, 'server') && /queries(\.test)?\.ts$/.test(path))) return []
      if (path === 'bench/seed/bulk-seed.ts' || path === 'bench/seed/bulk-parcels.ts') return []
      return imports.filter((name) => packageOf(name) === 'drizzle-orm')
    },
    wrong: [
      ['server/orders.ts', "import { eq } from 'drizzle-orm'"],
      ['server/orders.ts', "import type { NodePgDatabase } from 'drizzle-orm/node-postgres'"],
      ['server/accounts.ts', "import { eq } from 'drizzle-orm'"],
      ['tests/shop.ts', "import { sql } from 'drizzle-orm'"],
      ['server/seed/seed.ts', "import { sql } from 'drizzle-orm'"],
    ],
    right: [
      ['server/orders/queries.ts', "import { eq } from 'drizzle-orm'"],
      ['drizzle.config.ts', "import { defineConfig } from 'drizzle-kit'"],
    ],
  },
  {
    promise: 'a file names its own folder ./ and another one by its layer, never ../',
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
]

/** React Router cuts loaders and actions out of these before a browser gets them, or never sends them there. */
function runsOnServer(path: string): boolean {
  const screens = ['storefront', 'checkout', 'orders', 'returns', 'account', 'pages', 'admin'].map(
    (name) => `web/${name}`,
  )
  return isIn(path, ...screens) || path === 'web/root.tsx' || path === 'web/entry.server.tsx'
}
