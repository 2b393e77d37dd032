// Names the packages for other platforms that npm left out of package-lock.json.
// npm drops an optional package that its registry mirror does not carry, and `npm ci` then refuses the whole file:
// everywhere, not just on that platform. Run this after `npm install` when tests/lockfile.test.ts asks for it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

for (const { name, version, from } of leftOut(lock.packages)) {
  const [, os, cpu, libc] =
    /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(gnu|musl))?/.exec(name) ?? []
  if (!os || !cpu) throw new Error(`${name}@${version}: for which platform is it?`)
  const dev = lock.packages[from].dev
  lock.packages[`node_modules/${name}`] = {
    version: version.replace(/^[~^]/, ''),
    cpu: [cpu],
    ...(dev && { dev }),
    ...(os === 'linux' && { libc: [libc === 'musl' ? 'musl' : 'glibc'] }),
    optional: true,
    os: [os],
  }
  console.log(`${name}@${version}`)
}

const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(inOrder)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Optional packages that some package names and the file does not hold. */
function leftOut(packages) {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${from}/node_modules/${name}`])
      .map(([name, version]) => ({ name, version, from })),
  )
}
