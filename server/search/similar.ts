import type { User } from '#domain/accounts/user.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Problems } from '#domain/form-fields.ts'
import { joinedWords, makeVocabulary, readQuery, searchWords } from '#domain/search/query.ts'
import { isCorrectable } from '#domain/search/spelling.ts'
import { addSynonym, readSynonyms, synonymLines } from '#domain/search/synonyms.ts'
import { containsText } from '#domain/text.ts'
import { listForSale } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'
import { lockSettings } from '#server/settings/queries.ts'
import { saveSettings } from '#server/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { listNearWords, listSimilarIds } from './queries.ts'

export type SimilarProducts = { products: Product[]; didYouMean?: string }

/** Products that a query probably means, in addition to those whose titles it has found: at most eight, the best first. */
export async function findSimilarProducts(
  { db, settings, catalogue }: Pick<Shop, 'db' | 'settings' | 'catalogue'>,
  query: string,
  found: readonly Pick<Product, 'id'>[],
): Promise<SimilarProducts> {
  const words = searchWords(query)
  if (words.length === 0) return { products: [] }
  const [{ finishes }, stored] = await Promise.all([catalogue.read(), settings.read()])
  const synonyms = readSynonyms(synonymLines(stored))
  const unsure = words.filter((word) => isCorrectable(word) && !synonyms.has(word))
  const uses = await listNearWords(db, unsure, joinedWords(words))
  const names = finishes.map(({ name }) => name)
  const read = readQuery(makeVocabulary(uses, names, synonyms), words)
  const ids = await listSimilarIds(
    db,
    read,
    found.map(({ id }) => id),
  )
  const known = await listForSale(db, ids)
  const products = ids.flatMap((id) => known.get(id) ?? [])
  if (!read.some(({ isCorrected }) => isCorrected)) return { products }
  const corrected = read.map(({ text }) => text).join(' ')
  const isFound = products.some(({ title }) => containsText(title, corrected))
  return { products, ...(isFound && { didYouMean: corrected }) }
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
