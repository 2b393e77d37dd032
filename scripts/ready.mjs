// Plain JavaScript without dependencies: this runs before anything is installed, on Node 18 and later.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run, tryRun } from './run.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')
/** Node 24 from the npm package of this platform. */
export const node24 = join(root, 'node_modules', '.bin', 'node')

/** Node's compile cache, kept between starts. */
export const compileCache = join(root, 'node_modules', '.cache', 'node')

const installStamp = join(root, 'node_modules', '.installed')
const buildStamp = join(root, 'build', '.built')
// Outside build/, which every build empties.
const lockFile = join(root, '.react-router', 'being-made')

/** Installs what package-lock.json asks for, unless it is installed already. */
export async function install() {
  if (isInstalled()) return
  await alone(async () => {
    if (isInstalled()) return
    // On stderr, because `npm run -s shop -- breach-list …` writes CSV to stdout.
    console.error('Installing dependencies …')
    const [command, ...before] = findNpm()
    // NODE_ENV=production would omit the build tools; PostgreSQL needs its install script, and Node 24 is optional to npm.
    const flags = [
      '--include=dev',
      '--include=optional',
      '--ignore-scripts=false',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    const args = [...before, 'ci', ...flags]
    const options = { cwd: root, env: { ...process.env, PATH: pathOutside() } }
    // Asking the registry about packages that are cached takes four seconds; an old cache may not know a version yet.
    const { code } = await tryRun(command, [...args, '--prefer-offline'], options)
    if (code !== 0) await run(command, args, options)
    // A third of Node's package, for compiling native code, which nothing here does.
    rmSync(join(root, 'node_modules', `node-linux-${process.arch}`, 'include'), { recursive: true, force: true })
    if (!existsSync(node24)) throw new Error(`npm did not install Node 24 for ${process.platform} ${process.arch}`)
    writeFileSync(installStamp, hash([join(root, 'package-lock.json')]))
  })
}

/** Installs, then runs the rest of this script on Node 24. */
export async function installThen(work) {
  await install()
  if (Number.parseInt(process.versions.node, 10) >= 24) return work()
  const { code } = await tryRun(node24, process.argv.slice(1), { stdio: 'inherit' })
  return code
}

function isInstalled() {
  if (!existsSync(node24)) return false
  const wanted = hash([join(root, 'package-lock.json')])
  if (String(readIfThere(installStamp)) === wanted) return true
  if (!holdsEverything()) return false
  writeFileSync(installStamp, wanted)
  return true
}

/** True after a manual `npm install`: npm's own list of installed packages matches the lock file. */
function holdsEverything() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
    const isThere = (path) => present[path] && present[path].version === wanted[path].version
    return Object.keys(wanted).every(
      (path) => path === '' || isThere(path) || (!present[path] && wanted[path].optional),
    )
  } catch {
    return false
  }
}

/** The npm that runs this script, otherwise the one beside this Node, otherwise the one in the PATH. */
export function findNpm() {
  const own = process.env.npm_execpath
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const script = [own, beside].find((file) => file && basename(file) === 'npm-cli.js' && existsSync(file))
  return script ? [findNode(), script] : ['npm']
}

/** A Node outside node_modules, because the installation replaces the one inside. */
function findNode() {
  if (!process.execPath.startsWith(join(root, 'node_modules'))) return process.execPath
  const folder = pathOutside()
    .split(delimiter)
    .find((folder) => existsSync(join(folder, 'node')))
  return folder ? join(folder, 'node') : process.execPath
}

function pathOutside() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.startsWith(root + sep)).join(delimiter)
}

/** Builds the pages if their sources changed since the last build. */
export async function build() {
  if (isBuilt()) return
  await alone(async () => {
    if (isBuilt()) return
    console.error('Building the pages …')
    rmSync(buildStamp, { force: true })
    const wanted = hash(sources())
    const env = { ...process.env, NODE_ENV: 'production' }
    await run(node24, [join(root, 'node_modules', '.bin', 'react-router'), 'build'], { cwd: root, env })
    await listPackages()
    writeFileSync(buildStamp, wanted)
  })
}

/** npm before version 10 cannot write the list; the shop starts without it. */
async function listPackages() {
  const { code } = await tryRun(process.execPath, [join(root, 'scripts', 'sbom.mjs')], { cwd: root })
  if (code !== 0) console.error('build/sbom.cdx.json could not be written; it needs npm 10')
}

function isBuilt() {
  return String(readIfThere(buildStamp)) === hash(sources())
}

function sources() {
  const files = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'tsconfig.json']
  const folders = ['domain', 'server', 'sandbox', 'web', 'public', 'photography/pack', 'photography/models'].flatMap(
    (folder) => listFiles(join(root, folder)),
  )
  return [...files.map((file) => join(root, file)), ...folders.filter((file) => !/\.test\.tsx?$/.test(file)).sort()]
}

function listFiles(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : [path]
  })
}

/** Hashes contents instead of comparing times, which a checkout or a wrong clock would change. */
function hash(files) {
  const sum = createHash('sha1')
  for (const file of files) sum.update(`\0${file.slice(root.length)}\0`).update(readIfThere(file))
  return sum.digest('hex')
}

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}

/** Takes a lock, so that when two processes start in a fresh clone, one does the work and the other waits. */
async function alone(work) {
  mkdirSync(dirname(lockFile), { recursive: true })
  let said = false
  while (!takeLock()) {
    if (!said) console.error('Waiting for another start in this folder …')
    said = true
    await sleep(200)
  }
  try {
    await work()
  } finally {
    rmSync(lockFile, { force: true })
  }
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    dropLockOfTheDead()
    return false
  }
}

function dropLockOfTheDead() {
  const pid = Number(readIfThere(lockFile))
  const age = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (pid ? isAlive(pid) : age < 2000) return
  // Renamed before it is removed, so that only one of two processes takes over an abandoned lock.
  const aside = `${lockFile}-${process.pid}`
  try {
    renameSync(lockFile, aside)
    rmSync(aside)
  } catch {
    // The other process took it over.
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (error) {
    return error.code === 'EPERM'
  }
}
