import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // Public pages are cached whole, so the route manifest is included instead of being fetched on navigation.
  routeDiscovery: { mode: 'initial' },
  // server/http/csrf.ts checks origins. React Router compares them with the address behind the proxy, which has no https,
  // and would reject every form.
  allowedActionOrigins: ['**'],
  buildEnd: compressOnce,
} satisfies Config

/** Built files never change, so each is compressed once at the highest level. */
async function compressOnce() {
  for await (const file of glob('build/client/**/*.{js,css,svg,txt,ico}')) {
    const content = await readFile(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
