import { categoriesForNew } from '#domain/catalog/forms/product-form.ts'
import type { ImportMappings, MoveFacts } from '#domain/catalog/moving/plan.ts'
import type { SourceProduct } from '#domain/catalog/moving/source.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { normalizePath, redirectKey } from '#domain/seo/redirects.ts'
import { parseId } from '#domain/text.ts'
import { listStored } from '#server/admin/csv/queries.ts'
import { listBySku } from '#server/catalog/queries.ts'
import { listFamilies, lockCatalogue, readCatalogue } from '#server/catalog/sizes/queries.ts'
import { toStocked } from '#server/catalog/stock/grid.ts'
import { listStocked, lockVariantsOf } from '#server/catalog/stock/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { readRedirects } from '#server/seo/redirect-queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import { listByAnySku, listImportedProducts, listPictures, type StoredMove } from './queries.ts'

/** @param lock locks sizes and these products until this transaction ends, so that nobody changes them meanwhile */
export async function readFacts(
  db: Db,
  { id, file, choices }: Pick<StoredMove, 'id' | 'file' | 'choices'>,
  { lock }: { lock?: Transaction } = {},
): Promise<MoveFacts> {
  const catalogue = lock
    ? await lockCatalogue(lock)
    : { ...(await readCatalogue(db)), families: await listFamilies(db) }
  const imported = await listImportedProducts(db, file.source)
  const ids = await matchProducts(db, file.products, imported)
  const stored = await listStored(db, [...new Set(ids.values())], { lock: lock !== undefined })
  const storedIds = [...stored.keys()]
  const cells =
    lock && storedIds.length > 0 ? await lockVariantsOf(lock, ...storedIds) : await listStocked(db, storedIds)
  const cellsById = Map.groupBy(cells, ({ productId }) => productId)
  const pictures = await listPictures(db, id)
  const mappingsOf = new Map([...imported.values()].map(({ productId, mappings }) => [productId, mappings]))
  const skus = file.products.flatMap(({ variants }) => variants.slice(0, 1).map(({ sku }) => sku))
  const present: [string, NonNullable<ReturnType<MoveFacts['present']['get']>>][] = [...ids].flatMap(
    ([key, productId]) => {
      const product = stored.get(productId)
      if (!product) return []
      const mappings = imported.get(key)?.mappings ?? mappingsOf.get(productId) ?? NO_MAPPINGS
      return [
        [key, { ...product, cells: (cellsById.get(productId) ?? []).map(toStocked), pictures: mappings.pictures }],
      ]
    },
  )
  return {
    file,
    choices,
    catalogue,
    earlier: [...imported.values()].map(({ mappings }) => mappings),
    present: new Map(present),
    pictures: new Map(pictures.flatMap(({ name, address }) => (address === null ? [] : [[name, address] as const]))),
    category: categoriesForNew((await findSettings(db)).categories)[0] ?? 'POT',
    skuOwners: await listBySku(db, skus),
  }
}

const NO_MAPPINGS: ImportMappings = { sizes: {}, finishes: {}, pictures: {} }

/**
 * Matches products by an earlier import, else by the redirect of their old address, else by a SKU; each product of the
 * shop matches one of the file at most.
 */
async function matchProducts(
  db: Db,
  list: readonly SourceProduct[],
  imported: ReadonlyMap<string, { productId: ProductId }>,
): Promise<Map<string, ProductId>> {
  const redirects = await readRedirects(db)
  const skuOf = await listByAnySku(
    db,
    list.flatMap(({ variants }) => variants.map(({ sku }) => sku)),
  )
  // Products of an earlier import whose key is in this file; all others can still be matched by address or SKU.
  const taken = new Set(list.flatMap(({ key }) => imported.get(key)?.productId ?? []))
  const ids = new Map<string, ProductId>()
  for (const product of list) {
    const known = imported.get(product.key)?.productId
    if (known !== undefined) {
      ids.set(product.key, known)
      continue
    }
    const byAddress = product.addresses.map((address) => productOf(redirects.get(keyOf(address))))
    const bySku = product.variants.map(({ sku }) => skuOf.get(sku.toLowerCase()))
    const found = [...byAddress, ...bySku].find((id) => id !== undefined && !taken.has(id))
    if (found === undefined) continue
    taken.add(found)
    ids.set(product.key, found)
  }
  return ids
}

function keyOf(address: string): string {
  return redirectKey(normalizePath(address, { withQuery: false }) ?? '')
}

function productOf(to: string | undefined): ProductId | undefined {
  return to === undefined ? undefined : parseId(/^\/productinfo\/(\d+)$/.exec(to)?.[1])
}
