import { categoriesForNew } from '#domain/catalog/forms/product-form.ts'
import {
  type DecidedFile,
  decideFile,
  type ImportFacts,
  type ImportMappings,
  lacksPicture,
  priceRange,
} from '#domain/catalog/import/plan.ts'
import type { SourceProduct } from '#domain/catalog/import/row.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { finishesOnSale, sizeLabelOf } from '#domain/catalog/sizes.ts'
import { normalizePath, redirectKey } from '#domain/seo/redirects.ts'
import { parseId } from '#domain/text.ts'
import { listBySku } from '#server/catalog/queries.ts'
import { listFamilies, lockCatalogue, readCatalogue } from '#server/catalog/sizes/queries.ts'
import type { Db, Transaction } from '#server/db/connection.ts'
import { readRedirects } from '#server/seo/redirect-queries.ts'
import { findSettings } from '#server/settings/queries.ts'
import type { Shop } from '#server/shop.ts'
import {
  countUntrackedProducts,
  findImport,
  listByAnySku,
  listImportedProducts,
  listPictures,
  listPresent,
  type ProductWithStock,
  type StoredImport,
} from './queries.ts'

/** @param lock locks sizes and these products until this transaction ends, so that they do not change before the write */
export async function readFacts(
  db: Db,
  { id, file, choices }: Pick<StoredImport, 'id' | 'file' | 'choices'>,
  { lock }: { lock?: Transaction } = {},
): Promise<Omit<ImportFacts, 'present'> & { present: Map<string, Present> }> {
  const catalogue = lock
    ? await lockCatalogue(lock)
    : { ...(await readCatalogue(db)), families: await listFamilies(db) }
  const imported = await listImportedProducts(db, file.source)
  const ids = await matchProducts(db, file.products, imported)
  const stored = await listPresent(
    db,
    [...new Set(ids.values())].toSorted((a, b) => a - b),
    { lock },
  )
  const mappingsOf = new Map([...imported.values()].map(({ productId, mappings }) => [productId, mappings]))
  const present = new Map<string, Present>()
  for (const [key, productId] of ids) {
    const product = stored.get(productId)
    const mappings = imported.get(key)?.mappings ?? mappingsOf.get(productId)
    if (product) present.set(key, { ...product, pictures: mappings?.pictures ?? {} })
  }
  const settings = await findSettings(db)
  const pictures = await listPictures(db, id)
  const skus = file.products.flatMap(({ variants }) => variants.slice(0, 1).map(({ sku }) => sku))
  return {
    file,
    choices,
    catalogue,
    earlier: [...imported.values()].map(({ mappings }) => mappings),
    present,
    pictures: new Map(pictures.flatMap(({ name, address }) => (address === null ? [] : [[name, address] as const]))),
    category: categoriesForNew(settings.categories)[0] ?? 'POT',
    maxImages: settings.imagesPerPot,
    skuOwners: await listBySku(db, skus),
  }
}

type Present = ProductWithStock & { pictures: ImportMappings['pictures'] }

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
  const byRedirect = (address: string) => {
    const to = redirects.get(redirectKey(normalizePath(address, { withQuery: false }) ?? ''))
    return parseId(/^\/productinfo\/(\d+)$/.exec(to ?? '')?.[1])
  }
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
    const byAddress = product.addresses.map(byRedirect)
    const bySku = product.variants.map(({ sku }) => skuOf.get(sku.toLowerCase()))
    const found = [...byAddress, ...bySku].find((id) => id !== undefined && !taken.has(id))
    if (found === undefined) continue
    taken.add(found)
    ids.set(product.key, found)
  }
  return ids
}

const MAX_SHOWN = 200

export async function readImport({ db }: Pick<Shop, 'db'>, id: string) {
  const stored = await findImport(db, id)
  if (!stored) return undefined
  const { fileName, file, result } = stored
  return { id, fileName, source: file.source, result, preview: result ? undefined : await preview(db, stored) }
}

export type ImportPreview = Awaited<ReturnType<typeof preview>>

/** The changes that an import would make; of long lists the first 200. */
async function preview(db: Db, stored: StoredImport) {
  const facts = await readFacts(db, stored)
  const decided = decideFile(facts)
  const { sizes, finishes, added, counts, skipped } = decided
  const { catalogue, file, choices } = facts
  const asked = sizes.filter(({ added, code }) => added || code === undefined)
  return {
    counts,
    products: shownProducts(decided),
    skipped: skipped.slice(0, MAX_SHOWN),
    pictures: await picturesOf(db, stored.id, decided),
    // Those that the shop does not have; the ones that need an answer come first.
    sizes: asked.toSorted((a, b) => Number(Boolean(a.added)) - Number(Boolean(b.added))).slice(0, MAX_SHOWN),
    finishes: finishes.filter(({ isNew, value, name }) => isNew || value.toLowerCase() !== name.toLowerCase()),
    /** The shop’s sizes and finishes, to choose from. */
    offered: {
      sizes: catalogue.sizes.map((size) => ({ code: size.code, label: sizeLabelOf(size) })),
      finishes: finishesOnSale(catalogue).map(({ name }) => name),
    },
    added: { sizes: added.sizes.length, finishes: added.finishes.length },
    /** Products that new finishes would be offered for. */
    untracked: added.finishes.length > 0 ? await countUntrackedProducts(db) : 0,
    /** Choices for which the file has no number of units. */
    unknownUnits: file.products.flatMap(({ variants }) => variants).filter(({ units }) => units === null).length,
    choices,
  }
}

function shownProducts({ products }: DecidedFile) {
  const shown = products.flatMap(({ source, id, decision }) => {
    if (decision.kind === 'problem') return []
    const fields = decision.kind === 'change' ? Object.keys(decision.after) : []
    const hasCells = decision.kind === 'change' && decision.cells.length > 0
    return {
      row: source.row,
      id,
      title: source.title,
      kind: decision.kind,
      price: priceRange(source),
      choices: source.variants.length,
      fields: [...fields, ...(hasCells ? ['stock'] : [])],
      isOffSale: decision.kind === 'add' && !decision.values.onSale,
      notes: decision.notes,
    }
  })
  // Unchanged products come last, as they need no attention.
  return shown.toSorted((a, b) => Number(a.kind === 'unchanged') - Number(b.kind === 'unchanged')).slice(0, MAX_SHOWN)
}

async function picturesOf(db: Db, id: string, { products }: DecidedFile) {
  const sent = await listPictures(db, id)
  const failed = sent.flatMap(({ name, problem }) => (problem === null ? [] : [{ name, problem }]))
  const waiting = new Set(
    sent.flatMap(({ name, address, problem }) => (address === null && problem === null ? [name] : [])),
  )
  const missing = products.flatMap(({ source: { row, title }, decision }) =>
    decision.missingPictures.filter((name) => !waiting.has(name)).map((name) => ({ row, title, name })),
  )
  return {
    ready: sent.filter(({ address }) => address !== null).length,
    waiting: waiting.size,
    failed: failed.slice(0, MAX_SHOWN),
    missing: missing.slice(0, MAX_SHOWN),
    missingCount: missing.length,
    /** Products that would be off sale because they have no picture. */
    productsWithout: products.filter(
      ({ decision }) => lacksPicture(decision) && !decision.missingPictures.some((name) => waiting.has(name)),
    ).length,
  }
}
