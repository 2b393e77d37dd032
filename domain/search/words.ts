import { startOf } from '#domain/short-text.ts'
import { cleanLine } from '#domain/text.ts'

const QUERY_MAX = 100

/** The search words, from the parameters of `/search`. */
export function parseQuery(params: URLSearchParams): string {
  return startOf(cleanLine(params.get('q') ?? ''), QUERY_MAX)
}

/** The words of a text in lower case, for comparing, without joiners of Indian scripts, which not everybody types. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[\u200c\u200d]/g, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}
