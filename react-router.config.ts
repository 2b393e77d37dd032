import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { build } from 'vite'
import { writeModels } from './photography/pack/write.ts'

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
    await Promise.all([writeModels('build/models'), buildServiceWorker().then(compressOnce)])
  },
} satisfies Config

type Chunk = { file: string; imports?: string[]; css?: string[]; assets?: string[] }

/** With the names of the files that it stores when it is installed: all that shoppers' pages need. */
async function buildServiceWorker() {
  const chunks: Record<string, Chunk> = JSON.parse(await readFile('build/client/.vite/manifest.json', 'utf8'))
  const files = new Set(globSync('build/client/assets/{figtree-[!m]*,fraunces-*}.woff2').map(inAssets))
  files.add(inAssets(globSync('build/client/assets/manifest-*.js')[0] ?? ''))
  function add(key: string) {
    const { file, imports = [], css = [] } = chunks[key] ?? {}
    if (!file || files.has(`/${file}`)) return
    for (const name of [file, ...css]) files.add(`/${name}`)
    for (const name of imports) add(name)
  }
  for (const key of Object.keys(chunks)) if (!/^web\/admin\/|^_/.test(key)) add(key)
  await rm('build/client/.vite', { recursive: true })
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

function inAssets(path: string): string {
  return `/assets/${basename(path)}`
}

/** Built files never change, so each is compressed once at the highest level. */
async function compressOnce() {
  const files = globSync('build/client/**/*.{js,css,svg,txt,ico}')
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}
