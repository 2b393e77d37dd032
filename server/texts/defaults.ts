import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextName } from '#domain/texts/texts.ts'

// The same relative path from here and from build/server, where this file is bundled.
const FOLDER = join(import.meta.dirname, '../../server/texts/defaults')

const files = new Map<TextName, string>()

/** The text that comes with the shop. */
export function defaultMarkdown(name: TextName): string {
  const known = files.get(name)
  if (known !== undefined) return known
  const markdown = readFileSync(join(FOLDER, `${name}.md`), 'utf8').trim()
  files.set(name, markdown)
  return markdown
}
