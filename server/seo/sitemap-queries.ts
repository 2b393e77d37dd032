import { sql } from 'drizzle-orm'
import { IDS_A_FILE, MAX_FILES } from '#domain/seo/sitemap.ts'
import type { Db } from '#server/db/connection.ts'

/** The sitemap files with a product for sale. Each takes one index lookup, however many products or gaps there are. */
export async function listSitemapFiles(db: Db): Promise<number[]> {
  const { rows } = await db.execute<{ file: string }>(sql`
    with recursive files as (
      select (select id from products where approved and on_sale order by id limit 1) / ${IDS_A_FILE}::bigint as file
      union all
      select (
        select id from products where approved and on_sale and id >= (files.file + 1) * ${IDS_A_FILE} order by id limit 1
      ) / ${IDS_A_FILE}
      from files where files.file is not null
    )
    select file from files where file is not null limit ${MAX_FILES}`)
  return rows.map(({ file }) => Number(file))
}

type ListedRow = { id: string; images: string[]; changed: string }
export type ListedProduct = { id: number; images: string[]; lastmod: Date }

/** The products for sale in one file. `lastmod`: when one was added, or last changed according to the audit log. */
export async function listSitemapProducts(db: Db, file: number): Promise<ListedProduct[]> {
  const { rows } = await db.execute<ListedRow>(sql`
    select id, product_image_url as images, (extract(epoch from greatest(time, (
      select audit.time from audit where subject = 'product ' || products.id order by audit.id desc limit 1
    ))) * 1000)::bigint as changed
    from products
    where approved and on_sale and id >= ${file * IDS_A_FILE} and id < ${(file + 1) * IDS_A_FILE}
    order by id`)
  return rows.map(({ id, images, changed }) => ({ id: Number(id), images, lastmod: new Date(Number(changed)) }))
}

/** The owner's collections and pages. */
export async function listOwnPaths(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ kind: string; address: string }>(sql`
    (select 'collections' as kind, address from collections order by id)
    union all (select 'pages', address from own_pages order by id)`)
  return rows.map(({ kind, address }) => `/${kind}/${encodeURIComponent(address)}`)
}
