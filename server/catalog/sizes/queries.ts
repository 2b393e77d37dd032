import type { Catalogue } from '#domain/catalog/sizes.ts'
import { type Db, queryPrepared } from '#server/db/connection.ts'

/** One prepared statement, because an order reads it while its products are locked. */
const readCatalogueSql = {
  name: 'read_catalogue',
  text: `
    select
      (select coalesce(json_agg(json_build_object('code', code, 'family', family, 'price', price, 'width', width,
          'depth', depth, 'height', height, 'weight', weight, 'isRetired', is_retired)
          order by families.position, width * depth * height, code), '[]')
        from sizes join families on families.name = sizes.family) as sizes,
      (select coalesce(json_agg(json_build_object('name', name, 'swatch', swatch, 'isRetired', is_retired)
          order by position), '[]')
        from finishes) as finishes`,
}

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const [catalogue] = await queryPrepared<Catalogue>(db, readCatalogueSql, [])
  return catalogue as Catalogue
}
