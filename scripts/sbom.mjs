// Writes build/sbom.cdx.json: every package that a running shop may load, with version, checksum and licence (CycloneDX).
// It works offline. To find out whether a vulnerability concerns the shop, search this file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findNpm, root } from './ready.mjs'
import { main, run } from './run.mjs'

const file = process.argv[2] ?? join(root, 'build', 'sbom.cdx.json')

await main(async () => {
  const [command, ...before] = findNpm()
  // npm's --omit=dev also omits packages that both the shop and a tool need, such as react.
  const all = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--include=dev', '--loglevel=silent']
  const sbom = JSON.parse(await run(command, [...before, ...all], { cwd: root }))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

  const kept = new Set([sbom.metadata.component['bom-ref'], ...listRunning(lock)])
  sbom.metadata.component.name = lock.name
  sbom.metadata.component.type = 'application'
  sbom.components = sbom.components
    .filter((component) => kept.has(component['bom-ref']))
    // Registry URLs depend on the machine that installs.
    .map(({ externalReferences, ...component }) => component)
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))

  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
})

/** The packages that are not only for building and testing, as `name@version`. */
function listRunning({ packages }) {
  return (
    Object.entries(packages)
      // devOptional: a development tool that a package could use too, such as TypeScript.
      .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
      .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  )
}
