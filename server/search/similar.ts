import type { User } from '#domain/accounts/user.ts'
import { MAX_FOUND } from '#domain/catalog/listing.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import type { Problems } from '#domain/form-fields.ts'
import { isCorrectable, joinedWords, makeVocabulary, readQuery, searchWords } from '#domain/search/query.ts'
import { addSynonym, readSynonyms, synonymLines } from '#domain/search/synonyms.ts'
import { searchProducts } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { lockSettings } from '#server/settings/queries.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { listNearWords, listSimilarIds } from './queries.ts'

/**
 * Products by their ids, the best first. `found`: their title holds the query, or they have each of its words; `similar`:
 * they have what it probably means.
 */
export type FoundProducts = { found: ProductId[]; similar: ProductId[]; didYouMean?: string }

/** The products that a submitted search finds: at most `MAX_FOUND`. */
export async function findProducts(
  { db, settings, catalogue }: Pick<Shop, 'db' | 'settings' | 'catalogue'>,
  query: string,
): Promise<FoundProducts> {
  const words = searchWords(query)
  const inTitle = (await searchProducts(db, query, { limit: MAX_FOUND })).map(({ id }) => id)
  if (words.length === 0 || inTitle.length === MAX_FOUND) return { found: inTitle, similar: [] }
  const [{ finishes }, stored] = await Promise.all([catalogue.read(), settings.read()])
  const synonyms = readSynonyms(synonymLines(stored))
  const unsure = words.filter((word) => isCorrectable(word) && !synonyms.has(word))
  const uses = await listNearWords(db, unsure, joinedWords(words))
  const names = finishes.map(({ name }) => name)
  const read = readQuery(makeVocabulary(uses, names, synonyms), words)
  const rows = await listSimilarIds(db, read, inTitle)
  const idsOf = (isTyped: boolean) => rows.flatMap((row) => (row.isTyped === isTyped ? row.id : []))
  const answer = { found: [...inTitle, ...idsOf(true)], similar: idsOf(false) }
  if (!read.some(({ isCorrected }) => isCorrected)) return answer
  const corrected = read.map(({ text }) => text).join(' ')
  const isFound = (await searchProducts(db, corrected, { limit: 1 })).length > 0
  return { ...answer, ...(isFound && { didYouMean: corrected }) }
}

/** Adds one word to the setting `synonyms`. */
export async function saveSynonym(
  { db }: { db: Db },
  admin: User,
  synonym: { word: string; means: string },
): Promise<{ ok: true } | { ok: false; problems: Problems }> {
  return db.transaction(async (tx) => {
    const added = addSynonym(synonymLines(await lockSettings(tx)), synonym)
    if (!added.ok) return added
    await saveSettings(tx, admin, { synonyms: added.lines })
    return { ok: true }
  })
}
