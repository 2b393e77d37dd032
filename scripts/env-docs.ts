// npm run docs:env: writes .env.example from server/config/variables.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Documentation, type Group, groups, type Name, variables } from '#server/config/variables.ts'

const EXAMPLE = new URL('../.env.example', import.meta.url)

/** The file that documents the variables, as it is and as it should be. */
export function documentVariables() {
  return { present: readFileSync(EXAMPLE, { encoding: 'utf8', flag: 'a+' }), wanted: makeExample() }
}

function makeExample(): string {
  const entries = listDocumented().map(({ name, does, without, example }) =>
    [
      `# ${does}`,
      without.startsWith('required') ? `# R${without.slice(1)}` : `# Default: ${without}`,
      `#${name}=${example}`,
    ]
      .join('\n')
      .replaceAll('`', ''),
  )
  return `# Settings of the shop. Copy this file to .env, which npm start reads; variables of the environment come first.
# Written by npm run docs:env from server/config/variables.ts

${entries.join('\n\n')}\n`
}

function listDocumented() {
  return (Object.keys(variables) as Name[]).flatMap((name) => {
    const { does, without } = describe(name)
    if (!does) return []
    const group = Object.values<Group>(groups).find(({ needed }) => needed.includes(name))
    const [first] = group?.needed ?? []
    const fallback = variables[name].default
    const absent =
      first === undefined || first === name ? (without ?? group?.without ?? '') : `required with \`${first}\``
    return [{ name, does, without: fallback ? `\`${fallback}\`` : absent, example: fallback ?? '' }]
  })
}

function describe(name: Name): Partial<Documentation> {
  return v.getMetadata(variables[name].wrapped)
}

if (import.meta.main) writeFileSync(EXAMPLE, makeExample())
