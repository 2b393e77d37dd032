import { asc, sql } from 'drizzle-orm'
import type { ProductId } from '#domain/catalog/product.ts'
import type { VariantName } from '#domain/catalog/variant.ts'
import { type Coverage, coverageOf, type DeliveryArea, plainPincode } from '#domain/delivery/delivery-area.ts'
import type { Settings } from '#domain/shop/settings.ts'
import { type Db, queryPrepared, type Transaction } from '#server/db/connection.ts'
import { deliveryAreas } from '#server/db/schema/shipping.ts'
import { variantWords } from '#server/db/schema/stock.ts'

const findAreaSql = {
  name: 'find_delivery_area',
  text: `
    select exists (select from delivery_areas) as listed, area.pincode, area.days, area.cash, area.largest
    from (values (1)) as one left join delivery_areas as area on area.pincode = $1`,
}

type AreaRow = { listed: boolean; pincode: string | null; days: number | null; cash: boolean; largest: number | null }

/** The pincode's row of the list; `listed`: is there a list at all? */
export async function findArea(db: Db, wanted: string): Promise<{ listed: boolean; area: DeliveryArea | undefined }> {
  const [row] = await queryPrepared<AreaRow>(db, findAreaSql, [wanted])
  if (!row) throw new Error('The delivery areas could not be read')
  const { listed, pincode, ...area } = row
  return { listed, area: pincode === null ? undefined : { pincode, ...area } }
}

/** Measures and weights of the variants of these products, as their own or their size's are. */
export async function listMeasures(db: Db, ids: readonly ProductId[]) {
  if (ids.length === 0) return []
  type Row = VariantName & { productId: ProductId; cm: (number | null)[]; kg: number | null }
  const rows = await queryPrepared<Row>(db, listMeasuresSql, [ids])
  return rows.map(({ cm: [width, depth, height], kg, ...variant }) => ({
    ...variant,
    cm: width && depth && height ? ([width, depth, height] as const) : undefined,
    kg: kg ?? undefined,
  }))
}

const listMeasuresSql = {
  name: 'list_measures',
  text: `
    select v.product_id::float8 as "productId", coalesce(v.size_code, '') as "sizeCode", ${variantWords('v')} as finish,
      coalesce(v.weight, s.weight)::double precision as kg,
      array[coalesce(v.width, s.width), coalesce(v.depth, s.depth), coalesce(v.height, s.height)]::double precision[] as cm
    from product_variants as v left join sizes as s on s.code = v.size_code where v.product_id = any ($1::bigint[])`,
}

export async function countAreas(db: Db): Promise<number> {
  return db.$count(deliveryAreas)
}

export async function listAreas(db: Db): Promise<DeliveryArea[]> {
  return db.select().from(deliveryAreas).orderBy(asc(deliveryAreas.pincode))
}

/** Replaces the list; concurrent replacements wait for each other. */
export async function replaceAreas(tx: Transaction, areas: readonly DeliveryArea[]): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('delivery areas', 0))`)
  await tx.delete(deliveryAreas)
  // One parameter, because a list of all India has more values than a statement takes.
  await tx.execute(sql`
    insert into delivery_areas (pincode, days, cash, largest)
    select pincode, days, cash, largest from jsonb_to_recordset(${JSON.stringify(areas)}::jsonb)
      as area (pincode text, days smallint, cash boolean, largest integer)`)
}

/** The delivery that the shop promises for a typed pincode. */
export async function findCoverage(db: Db, typed: string, settings: Settings): Promise<Coverage> {
  const { listed, area } = await findArea(db, plainPincode(typed))
  return coverageOf(settings, listed, area)
}
