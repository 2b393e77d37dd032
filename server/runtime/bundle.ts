import { existsSync } from 'node:fs'
import { ConfigError } from '#server/config.ts'

/**
 * The whole shop, from one file: that loads five times faster than a thousand, and a second copy of its modules would
 * have other contexts than the pages.
 */
export async function loadServerBundle(): Promise<typeof import('#server/app.ts')> {
  const file = new URL('../../build/server/index.js', import.meta.url)
  if (existsSync(file)) return import(file.href)
  throw new ConfigError('The pages are not built yet: npm start builds them and opens the shop')
}
