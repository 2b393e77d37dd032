import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [noServerCodeInTheBrowser(), reactRouter()],
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})

/** React Router strips loaders from the client build; whatever server import is left after that is a leak, so the build fails. */
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
