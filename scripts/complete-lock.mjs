// Names the packages for other platforms that npm left out of package-lock.json, with their checksums.
// npm drops an optional package that its registry mirror does not carry, and `npm ci` then rejects the whole
// file on every platform. Run this after `npm install` when tests/lockfile.test.ts asks for it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ready.mjs'

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

for (const { name, version, from } of leftOut(lock.packages)) {
  const [, os, cpu, libc] =
    /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-(gnu|musl))?/.exec(name) ?? []
  if (!os || !cpu) throw new Error(`${name}@${version}: its platform is unknown`)
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

// Bundled packages come inside the file of another one, and are covered by its checksum.
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.integrity || entry.inBundle || entry.link) continue
  entry.integrity = findIntegrity(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13), entry.version)
}

const inOrder = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(inOrder)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Optional dependencies that are missing from the file. */
function leftOut(packages) {
  return Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${from}/node_modules/${name}`])
      .map(([name, version]) => ({ name, version, from })),
  )
}

/** @throws when the registry lacks it; an older version of its dependent is needed then */
function findIntegrity(name, version) {
  let integrity = ''
  try {
    const quiet = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    integrity = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], quiet).trim()
  } catch {
    // npm fails for an unknown version; the error below covers it.
  }
  if (integrity.startsWith('sha512-')) return integrity
  throw new Error(
    `${name}@${version} is not in the registry, so its checksum is unknown. Install a version of the package that needs it whose platforms are all there.`,
  )
}
