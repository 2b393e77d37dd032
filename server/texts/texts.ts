import { listWordingProblems, type Say, sayIn } from '#domain/messages/say.ts'
import { type WordingKey, wordingKeyOf } from '#domain/messages/wordings.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { type ShopInfo, shopInfoOf } from '#domain/shop/shop-info.ts'
import { readContent, readOwnPage, type TextContent, type TextContents, type TextPage } from '#domain/texts/contents.ts'
import { fillPlaceholders, listUnknownPlaceholders } from '#domain/texts/placeholders.ts'
import { type OwnPageText, TEXT_MAX, type TextName } from '#domain/texts/texts.ts'
import { type CacheFeed, readUntilChanged } from '#server/db/cached-read.ts'
import type { Db } from '#server/db/connection.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { defaultMarkdown, listCurrentTexts, type StoredText } from './queries.ts'

type Cached = {
  info: ShopInfo
  stored: Map<string, StoredText>
  contents: Map<TextName | OwnPageText, unknown>
  say: Say
}

/** The texts of the shop's pages and messages, parsed on first use and cached in this process until a text or a setting changes. */
export function openTexts(db: Db, feed: CacheFeed, settings: { read(): Promise<Settings> }) {
  const readAll = readUntilChanged(feed, async (): Promise<Cached> => {
    const [stored, current] = await Promise.all([listCurrentTexts(db), settings.read()])
    const info = shopInfoOf(current)
    return { info, stored, contents: new Map(), say: sayIn(info, ownWordings(stored, info)) }
  })

  return {
    /** Has the owner saved this text? Then it may differ from the one that comes with the shop. */
    async hasOwn(name: TextName): Promise<boolean> {
      return (await readAll()).stored.has(name)
    },
    async read<Name extends TextName>(name: Name): Promise<TextContents[Name]> {
      const { info, stored, contents } = await readAll()
      const known = contents.get(name) as TextContents[Name] | undefined
      if (known !== undefined) return known
      const markdown = stored.get(name)?.markdown ?? defaultMarkdown(name)
      const { blocks } = parseMarkdown(name, markdown, (text) => fillPlaceholders(text, info))
      const content = readContent(name, blocks).value
      contents.set(name, content)
      return content
    },
    /** The page of the owner's with this id, as it is shown under this title. */
    async readPage({ id, title }: { id: number; title: string }): Promise<TextPage> {
      const { info, stored, contents } = await readAll()
      const name = `pages/${id}` as const
      const known = contents.get(name) as TextPage | undefined
      if (known?.title === title) return known
      const { blocks } = parseMarkdown(name, stored.get(name)?.markdown ?? '', (text) => fillPlaceholders(text, info))
      const content = readOwnPage(title, blocks).value
      contents.set(name, content)
      return content
    },
    /** Writes the sentences of messages. */
    async say(): Promise<Say> {
      return (await readAll()).say
    },
  }
}

/** Without those that no longer fit, because a newer version of the shop knows other placeholders. */
function ownWordings(stored: ReadonlyMap<string, StoredText>, info: ShopInfo): Map<WordingKey, string> {
  const own = new Map<WordingKey, string>()
  for (const [name, { markdown }] of stored) {
    const key = wordingKeyOf(name)
    if (key !== undefined && listWordingProblems(key, markdown, info).length === 0) own.set(key, markdown)
  }
  return own
}

/** A preview of a page's text, and the problems to fix before it can be saved. */
export function previewText(name: TextName, markdown: string, info: ShopInfo) {
  const parsed = parseMarkdown(name, markdown.slice(0, TEXT_MAX), (text) => fillPlaceholders(text, info))
  const reading = readContent(name, parsed.blocks)
  const all = [...lengthProblems(markdown), ...parsed.problems, ...unknownPlaceholders(markdown), ...reading.problems]
  return {
    // TypeScript does not see that the value belongs to this name.
    content: { name, value: reading.value } as TextContent,
    problems: [...new Set(all)],
    uploads: parsed.uploads,
  }
}

/** The reason this text cannot be that of a page of the owner's. */
export function listPageProblems(markdown: string): string[] {
  const { blocks, problems } = parseMarkdown('pages/0', markdown.slice(0, TEXT_MAX))
  const all = [...lengthProblems(markdown), ...problems, ...unknownPlaceholders(markdown)]
  return [...new Set([...all, ...readOwnPage('', blocks).problems])]
}

function lengthProblems({ length }: string): string[] {
  const [limit, actual] = [TEXT_MAX, length].map((number) => number.toLocaleString('en-IN'))
  return length > TEXT_MAX ? [`Use at most ${limit} characters. This text has ${actual}.`] : []
}

function unknownPlaceholders(markdown: string): string[] {
  return listUnknownPlaceholders(markdown).map((name) => `${name} is not one of the placeholders.`)
}
