import type { DecidedProduct } from '#domain/catalog/moving/plan.ts'
import type { ProductId } from '#domain/catalog/product.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import type { Redirect } from '#domain/seo/redirects.ts'
import { listCategories } from '#server/catalog/category-queries.ts'
import type { Db } from '#server/db/connection.ts'

/** Redirects from addresses of the other shop: to its products, and to its categories that this shop has too. */
export async function listMovedRedirects(
  db: Db,
  products: readonly DecidedProduct[],
  ids: ReadonlyMap<string, ProductId>,
): Promise<Redirect[]> {
  const categories = new Map<string, string>()
  for (const { source, decision } of products)
    if (source.categoryAddress && source.category && decision.kind !== 'skip')
      categories.set(source.categoryAddress, source.category)
  const present = new Set(await listCategories(db, { forSaleOnly: true }))
  const ofCategories = [...categories].flatMap(([from, category]) =>
    present.has(category) ? [{ from, to: `/category/${encodeURIComponent(category)}` }] : [],
  )
  const ofProducts = products.flatMap(({ source }) => {
    const id = ids.get(source.key)
    return id === undefined ? [] : source.addresses.map((from) => ({ from, to: productPath(id) }))
  })
  return [...ofProducts, ...ofCategories]
}
