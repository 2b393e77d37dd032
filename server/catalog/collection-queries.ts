import { type SQL, sql } from 'drizzle-orm'
import type { Collection, CollectionRule } from '#domain/catalog/collection.ts'
import { ATTRIBUTES, TAGS } from '#server/db/schema/shop.ts'

/**
 * Products for sale that are in this collection; each condition has an index.
 *
 * @param onOffer what the condition `onOffer` asks
 */
export function isInCollection({ id, rule }: Pick<Collection, 'id' | 'rule'>, onOffer: SQL = ON_OFFER): SQL {
  const isForSale = sql`approved and on_sale`
  if (!rule) return sql`${isForSale} and id in (select product_id from collection_products where collection_id = ${id})`
  return sql.join([isForSale, ...conditionsOf(rule, onOffer)], sql` and `)
}

const ON_OFFER = sql`(discount > 0 or prices_on_offer(id, price, null, size_code) is not null)`

function conditionsOf(rule: CollectionRule, isOnOffer: SQL): SQL[] {
  const { family, priceFrom, priceTo, tag, attribute, onOffer } = rule
  return [
    family === undefined ? [] : sql`size_code in (select code from sizes where family = ${family})`,
    priceFrom === undefined ? [] : sql`price >= ${priceFrom}`,
    priceTo === undefined ? [] : sql`price <= ${priceTo}`,
    tag === undefined ? [] : sql`tags <> '' and ${TAGS} @> array[lower(${tag})]`,
    attribute === undefined ? [] : sql`attributes <> '' and ${ATTRIBUTES} @> array[lower(${attribute})]`,
    onOffer ? isOnOffer : [],
  ].flat()
}
