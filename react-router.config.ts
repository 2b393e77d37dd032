import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { build } from 'vite'

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
    await buildServiceWorker()
    await compressOnce()
  },
} satisfies Config

/** The pages that are readable without a line, and what no route's entry names. */
const OFFLINE_ROUTES = [
  'storefront/home',
  'storefront/all-products',
  'storefront/category',
  'storefront/product',
  'checkout/cart',
  // The cart asks for its prices when it opens.
  'checkout/quote',
]
const OTHER_FILES = ['manifest-*.js', 'main-*.js', 'styles-*.css', 'figtree-[!m]*.woff2', 'fraunces-*.woff2']

/** With the names of the files that it stores when it is installed. */
async function buildServiceWorker() {
  const found = globSync(OTHER_FILES.map((name) => `build/client/assets/${name}`))
  const others = found.map((file) => file.replaceAll('\\', '/').replace('build/client', ''))
  const manifest = others.find((file) => file.includes('/manifest-'))
  const { entry, routes } = JSON.parse((await readFile(`build/client${manifest}`, 'utf8')).replace(/^[^{]*|;\s*$/g, ''))
  const used = [entry, routes.root, ...OFFLINE_ROUTES.map((id) => routes[id])]
  const files = new Set([...others, ...used.flatMap(({ module, imports, css }) => [module, ...imports, ...css])])
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
