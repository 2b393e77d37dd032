import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { writeModels } from './photography/pack/write.ts'

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), modelFiles(), serverInOneFile(), reactRouter()],
  environments: {
    // What every page needs in one file: fewer requests, and it compresses better.
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'shop',
                  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\/|\/web\/(root|storefront\/home)\.tsx/,
                },
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
  // The manifest names the files of each page, for the service worker.
  build: { target: 'es2022', assetsInlineLimit: isPartOfFirstPaint, manifest: true, reportCompressedSize: false },
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

/** The 3D models are files that each build makes (react-router.config.ts), and the development server when it starts. */
function modelFiles(): Plugin {
  return { name: 'model-files', configureServer: () => writeModels('build/models') }
}

/** Bundles the server with its packages, because one file loads five times faster than a thousand. Native code stays out. */
function serverInOneFile(): Plugin {
  return {
    name: 'server-in-one-file',
    apply: 'build',
    config: () => ({ ssr: { noExternal: true, external: ['pg-native', 'sharp', 'graphile-worker'] } }),
  }
}
