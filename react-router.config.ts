import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { build } from 'vite'
import { isBackOffice, shopManifest } from './web/back-office-routes.ts'

export default {
  appDirectory: 'web',
  // Public pages are cached whole, so the route manifest is included instead of being fetched on navigation.
  routeDiscovery: { mode: 'initial' },
  // A page's action is no file of its own: if the line breaks between the two, React Router shows an empty page.
  splitRouteModules: false,
  // server/http/csrf.ts checks origins. React Router compares them with the address behind the proxy, which has no https,
  // and would reject every form.
  allowedActionOrigins: ['**'],
  async buildEnd() {
    await writeManifests()
    await buildServiceWorker()
    await compressOnce()
  },
} satisfies Config

type Manifest = { entry: Part; routes: Record<string, Part>; url: string }
type Part = { module: string; imports?: string[]; css?: string[] }

/** Shoppers load a list of routes without the back office, which would be a third of it; web/entry.server.tsx chooses. */
async function writeManifests() {
  const file = findManifest('')
  const manifest = await readManifest(file)
  const uses = new Map<string, number>()
  for (const name of Object.values(manifest.routes).flatMap(({ imports = [] }) => imports))
    uses.set(name, (uses.get(name) ?? 0) + 1)
  const rank = (name: string) => uses.get(name) ?? 0
  for (const route of Object.values(manifest.routes)) {
    // Every page has these already. The rest compresses better in the same order everywhere.
    route.imports = route.imports
      ?.filter((name) => !manifest.entry.imports?.includes(name))
      .sort((a, b) => rank(b) - rank(a) || a.localeCompare(b))
  }
  await writeManifest(file, manifest)
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => !isBackOffice(id)))
  await writeManifest(shopManifest(file), { ...manifest, routes })
}

function findManifest(end: '' | '-shop'): string {
  const [file = ''] = globSync(`build/client/assets/manifest-${end ? `*${end}` : '????????'}.js`)
  return file
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse((await readFile(file, 'utf8')).replace(/^[^{]*|;\s*$/g, ''))
}

async function writeManifest(file: string, manifest: Manifest) {
  const text = JSON.stringify(manifest, (key, value) => (isNeeded(key, value) ? value : undefined))
  await writeFile(file, `window.__reactRouterManifest=${text};`)
}

/** React Router takes a field that is missing for `false` or an empty list, and never reads one of them in the browser. */
function isNeeded(key: string, value: unknown): boolean {
  return value !== false && !(Array.isArray(value) && value.length === 0) && key !== 'hasDefaultExport'
}

/** The pages that are readable offline, and what no route's entry names. */
const OFFLINE_ROUTES = [
  'storefront/home',
  'storefront/all-products',
  'storefront/category',
  'storefront/product',
  'checkout/cart',
  // The cart asks for its prices when it opens.
  'checkout/quote',
]
const OTHER_FILES = ['manifest-*-shop.js', 'keep-page-*.js', 'styles-*.css', 'figtree-[!m]*.woff2', 'fraunces-*.woff2']

/** With the names of the files that it stores when it is installed. */
async function buildServiceWorker() {
  const found = globSync(OTHER_FILES.map((name) => `build/client/assets/${name}`))
  const others = found.map((file) => file.replaceAll('\\', '/').replace('build/client', ''))
  const { entry, routes } = await readManifest(findManifest('-shop'))
  const used = [entry, ...['root', ...OFFLINE_ROUTES].map((id) => routes[id]).filter((route) => route !== undefined)]
  const files = new Set([
    ...others,
    ...used.flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css]),
  ])
  for (const file of files) {
    if (!file.endsWith('.js')) continue
    for (const [, name] of (await readFile(`build/client${file}`, 'utf8')).matchAll(
      /from\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
    ))
      files.add(`/assets/${name}`)
  }
  const assets = [...files].sort()
  await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      ASSETS: JSON.stringify(assets),
      BUILD: JSON.stringify(createHash('sha256').update(assets.join()).digest('hex').slice(0, 12)),
    },
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'web/service-worker/service-worker.ts',
        output: { entryFileNames: '[name].js', format: 'iife' },
      },
    },
  })
}

/** Built files never change, so each is compressed once at the highest level. */
async function compressOnce() {
  for await (const file of glob('build/client/**/*.{js,css,svg,txt,ico}')) {
    const content = await readFile(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
