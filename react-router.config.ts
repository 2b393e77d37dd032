import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // A public page is kept whole, so the browser gets every route's name with it instead of asking as it goes.
  routeDiscovery: { mode: 'initial' },
  // The front door compares origins (server/http/csrf.ts). React Router would compare with the address that a proxy asks
  // for, which has no https, and refuse every form behind it.
  allowedActionOrigins: ['**'],
  buildEnd: compressOnce,
} satisfies Config

/** Files never change after the build, so each is compressed here, as well as it goes, and never again. */
async function compressOnce() {
  for await (const file of glob('build/client/**/*.{js,css,svg,txt,ico}')) {
    const content = await readFile(file)
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
