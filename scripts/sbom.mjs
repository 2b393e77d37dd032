// Writes build/sbom.cdx.json: every package that a running shop may load, with version, checksum and licence (CycloneDX).
// It asks nothing of the network. Whether a published hole concerns the shop is then a search in one file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNpm, root } from './ready.mjs'
import { main, run } from './run.mjs'

const file = process.argv[2] ?? join(root, 'build', 'sbom.cdx.json')

await main(async () => {
  const [command, ...before] = findNpm()
  // npm's own --omit=dev also leaves out what the shop needs as soon as a tool needs it too: react, for one.
  const all = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=silent']
  const sbom = JSON.parse(await run(command, [...before, ...all], { cwd: root }))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

  const kept = new Set([sbom.metadata.component['bom-ref'], ...listRunning(lock)])
  sbom.metadata.component.name = lock.name
  sbom.metadata.component.type = 'application'
  sbom.components = sbom.components
    .filter((component) => kept.has(component['bom-ref']))
    // Where a package can be had from is the business of whoever installs it.
    .map(({ externalReferences, ...component }) => component)
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))

  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
})

/** What is not for building and testing alone, as npm names it: `name@version`. */
function listRunning({ packages }) {
  return (
    Object.entries(packages)
      // devOptional: a tool of ours that a package could use as well, such as TypeScript.
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  )
}
