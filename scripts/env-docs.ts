// npm run docs:env: writes .env.example and the table of docs/settings.md from server/config/variables.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { type Documentation, type Group, groups, type Name, variables } from '#server/config/variables.ts'

const BEGIN = '<!-- npm run docs:env writes from here -->'
const END = '<!-- to here -->'
const EXAMPLE = new URL('../.env.example', import.meta.url)
const SETTINGS = new URL('../docs/settings.md', import.meta.url)

/** The files that document the variables, as they are and as they should be. */
export function documentVariables() {
  const text = readFileSync(SETTINGS, 'utf8')
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END, text.indexOf(BEGIN))]
  if (begin < 0 || end < 0) throw new Error(`docs/settings.md lacks the markers of the table: ${BEGIN} … ${END}`)
  const table = `${text.slice(0, begin + BEGIN.length)}\n${makeTable()}${text.slice(end)}`
  return [
    { file: SETTINGS, present: text, wanted: table },
    { file: EXAMPLE, present: readFileSync(EXAMPLE, { encoding: 'utf8', flag: 'a+' }), wanted: makeExample() },
  ]
}

function makeTable(): string {
  const rows = listDocumented().map(({ name, does, without }) => `| \`${name}\` | ${does} | ${without} |\n`)
  return `| variable | what it does | default |\n| --- | --- | --- |\n${rows.join('')}`
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

if (import.meta.main) for (const { file, wanted } of documentVariables()) writeFileSync(file, wanted)
