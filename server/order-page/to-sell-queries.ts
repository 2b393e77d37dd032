import { sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import { choiceText } from '#domain/catalog/variant.ts'
import { listProductsOfVariants, listVariants } from '#server/catalog/stock/queries.ts'
import { listForSale, searchProducts } from '#server/catalog/storefront-queries.ts'
import type { Db } from '#server/db/connection.ts'

/** Variants on sale, of these products or only these variants. */
export async function listVariantsToSell(
  db: Db,
  which: { products: readonly ProductId[] } | { variants: readonly number[] },
) {
  const ids = 'products' in which ? which.products : await listProductsOfVariants(db, which.variants)
  if (ids.length === 0) return []
  const products = await listForSale(db, ids)
  const onSale = await listVariants(db, ids)
  const variants = ids.flatMap((id) => {
    const product = products.get(id)
    if (!product) return []
    return (onSale.get(id) ?? []).map((variant) => ({
      variantId: variant.id,
      productId: id,
      title: product.title,
      choice: choiceText(variant),
      price: variant.price,
      left: variant.available,
      isAvailable: variant.available === null ? !product.sold : variant.available > 0,
    }))
  })
  return 'products' in which ? variants : variants.filter(({ variantId }) => which.variants.includes(variantId))
}

/** Products on sale by a part of their title, or by their SKU or a variant's. */
export async function findProductsToSell(db: Db, text: string) {
  if (text === '') return []
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where sku <> '' and lower(sku) = lower(${text})
    union select product_id from product_variants where sku is not null and lower(sku) = lower(${text}) limit 8`)
  const found = [...rows.map(({ id }) => Number(id)), ...(await searchProducts(db, text)).map(({ id }) => id)]
  const byProduct = Map.groupBy(
    await listVariantsToSell(db, { products: [...new Set(found)] }),
    ({ productId }) => productId,
  )
  return [...byProduct].map(([id, variants]) => ({ id, title: variants[0]?.title ?? '', variants }))
}
