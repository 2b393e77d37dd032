// The build's software bill of materials, for checking whether a vulnerability concerns the shop.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

type Component = { 'bom-ref': string; name: string; version: string; purl: string; hashes?: { alg: string }[] }
type Sbom = {
  bomFormat: string
  metadata: { component: Component & { type: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

let folder: string
let text: string
let sbom: Sbom

/** A folder with everything that the build step needs, and a stubbed page build. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gamla-sbom-'))
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true })
  await symlink(process.execPath, join(folder, 'node_modules', '.bin', 'node'))
  await writeFile(join(folder, 'node_modules', '.bin', 'react-router'), "require('node:fs').mkdirSync('build')\n")
  // In production npm would omit the development packages.
  await build({ NODE_ENV: 'production' })
  text = await readFile(join(folder, 'build', 'sbom.cdx.json'), 'utf8')
  sbom = JSON.parse(text)
})
after(() => rm(folder, { recursive: true, force: true }))

function build(env: Record<string, string>) {
  const code = "import { build } from './scripts/ready.mjs'; await build()"
  return execute(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { ...process.env, npm_execpath: '', ...env },
  })
}

test('it is CycloneDX, of this shop', () => {
  assert.equal(sbom.bomFormat, 'CycloneDX')
  assert.equal(sbom.metadata.component.name, 'gamla')
  assert.equal(sbom.metadata.component.type, 'application')
})

test('it holds exactly what a running shop may load, with versions and checksums', async () => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const listed = new Map(sbom.components.map(({ name, version }) => [`${name}@${version}`, name]))
  const locked = Object.entries<{ version: string; dev?: true; devOptional?: true }>(packages).flatMap(([path, it]) =>
    path === '' || it.dev || it.devOptional ? [] : [`${path.split('node_modules/').at(-1)}@${it.version}`],
  )
  assert.deepEqual([...listed.keys()].sort(), [...new Set(locked)].sort())
  for (const name of ['react-router', 'react', 'pg', 'sharp'])
    assert.ok(listed.has(`${name}@${dependencies[name]}`), name)
  for (const name of ['vite', 'typescript', 'drizzle-kit', 'knip', '@playwright/test', '@biomejs/biome']) {
    assert.ok(devDependencies[name])
    assert.ok(![...listed.values()].includes(name), name)
  }
  for (const { name, hashes, purl, version } of sbom.components) {
    assert.ok(
      hashes?.some(({ alg }) => alg === 'SHA-512'),
      name,
    )
    assert.equal(decodeURIComponent(purl), `pkg:npm/${name}@${version}`)
  }
})

test('who needs whom leads to packages that are in it', () => {
  const known = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']))
  for (const { ref, dependsOn } of sbom.dependencies)
    for (const other of [ref, ...dependsOn]) assert.ok(known.has(other), other)
  const own = sbom.dependencies.find(({ ref }) => ref === sbom.metadata.component['bom-ref'])
  assert.ok(own?.dependsOn.some((ref) => ref.startsWith('react-router@')))
})

test('it names no registry and nothing of this machine', () => {
  assert.deepEqual(
    Array.from(text.matchAll(/https?:\/\/[^"]+/g), ([url]) => url),
    ['http://cyclonedx.org/schema/bom-1.5.schema.json'],
  )
  assert.ok(!text.includes(folder) && !text.includes('gamla-sbom-'))
})

test('where npm cannot write one, the shop is built all the same', async () => {
  const npm = join(folder, 'npm-cli.js')
  await writeFile(npm, 'process.exit(1)\n')
  await chmod(npm, 0o755)
  await rm(join(folder, 'build'), { recursive: true })
  const { stderr } = await build({ npm_execpath: npm })
  assert.match(stderr, /sbom\.cdx\.json could not be written/)
  assert.ok(await readFile(join(folder, 'build', '.built'), 'utf8'))
})
