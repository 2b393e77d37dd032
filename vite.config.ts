import { dirname, resolve } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), smallPreloadHelper(), ownRouterParts(), serverInOneFile(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Short names, because every page lists the files of all routes.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: ({ isDynamicEntry, name }) =>
              `assets/${isDynamicEntry || name === 'keep-page' ? '[name]-' : ''}[hash:7].js`,
            codeSplitting: {
              groups: [
                // One file for what the home page and every other one need, with all that it imports: it is 2 KB smaller than the
                // same in four, and one request. A new version is fetched whole, which is rare.
                {
                  name: 'shop',
                  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\/|\/web\/(root|page-meta|storefront\/home|client\/live)\.tsx?$/,
                  priority: 1,
                },
                // One file for the part that is fetched when the page works.
                { name: 'keep-page', test: /\/web\/(client\/offline\/|ui\/try-again)/ },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
  // Otherwise Vite also bundles packages of the server, which routes import, and refuses the pages that are open meanwhile.
  optimizeDeps: { noDiscovery: true },
  build: { target: 'es2022', assetsInlineLimit: isPartOfFirstPaint, modulePreload: false },
})

/** Inlined into the style sheet: a request of its own would delay the first paint more than the extra kilobyte. */
function isPartOfFirstPaint(file: string): boolean {
  return file.endsWith('/hindi.svg')
}

/** React Router strips loaders from the client build; any server import left after that is a leak, so the build fails. */
function noServerCodeInTheBrowser(): Plugin {
  return {
    name: 'no-server-code-in-the-browser',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const path = id.split('?')[0] ?? ''
      if (path.startsWith(`${import.meta.dirname}/server/`) || path.startsWith(`${import.meta.dirname}/sandbox/`)) {
        throw new Error(`${path} would be sent to the browser`)
      }
      return null
    },
  }
}

/**
 * Instead of Vite's helper for `import()`, 0.7 KB on every page: React Router itself preloads the code of pages, and what is
 * fetched later is few files, which need their styles and nothing else.
 */
function smallPreloadHelper(): Plugin {
  return {
    name: 'small-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD_HELPER : null),
  }
}

const PRELOAD_HELPER = `
export const __vitePreload = (load, files = []) => Promise.all(files.filter((file) => file.endsWith('.css')).map(style)).then(load)
const style = (file) => new Promise((onload, onerror) => {
  if (document.querySelector('link[href="/' + file + '"]')) return onload()
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/' + file, onload, onerror }))
})
`

/** Four parts of React Router that this shop does not need, or needs otherwise, were 3 KB on every page. */
function ownRouterParts(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'own-router-parts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer = '') {
      // Its exports hide its modules from ours.
      if (source.startsWith('react-router/dist/')) return `${import.meta.dirname}/node_modules/${source}`
      const name = resolve(dirname(importer), source).split('/lib/')[1] ?? ''
      const part = importer.includes('/react-router/dist/') && OWN_PARTS[name]
      if (!part) return null
      replaced.add(name)
      return `${import.meta.dirname}/web/router/${part}`
    },
    buildEnd(error) {
      const missing = Object.keys(OWN_PARTS).filter((name) => !replaced.has(name))
      if (error || missing.length === 0) return
      throw new Error(`React Router has no ${missing.join(', ')} any more: see OWN_PARTS in vite.config.ts`)
    },
  }
}

const OWN_PARTS: Record<string, string> = {
  'dom/ssr/fog-of-war.js': 'route-discovery.ts',
  'router/instrumentation.js': 'instrumentation.ts',
  'dom/ssr/errorBoundaries.js': 'crash.tsx',
  'dom/ssr/links.js': 'links.ts',
}

/** Bundles the server with its packages, because one file loads five times faster than a thousand. Native code stays out. */
function serverInOneFile(): Plugin {
  return {
    name: 'server-in-one-file',
    apply: 'build',
    config: () => ({ ssr: { noExternal: true, external: ['pg-native', 'sharp', 'graphile-worker'] } }),
  }
}
