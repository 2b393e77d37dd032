import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { countFacets } from '#domain/catalog/filters/facets.ts'
import {
  dimensionOf,
  FACETS,
  type Filters,
  fits,
  IN_STOCK,
  noFilters,
  SHOWN_FACETS,
} from '#domain/catalog/filters/filters.ts'
import { asMatched, type ListedProduct } from '#domain/catalog/filters/match.ts'
import { PAGE_SIZE, type Sort } from '#domain/catalog/listing.ts'
import type { Product } from '#domain/catalog/product.ts'
import { USES } from '#domain/catalog/uses.ts'
import type { Variant } from '#domain/catalog/variant.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { listVariants } from '#server/catalog/stock/queries.ts'
import { listForSale } from '#server/catalog/storefront-queries.ts'
import { findCollectionAt, listIn } from '#server/collections/queries.ts'
import { openCached } from '#server/db/cached-read.ts'
import { silentLog } from '#server/observability/log.ts'
import { addProducts, addUser } from '#tests/support/fixtures/factories.ts'
import { db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import { rounds } from '#tests/support/rounds.ts'
import { readFound } from './found.ts'
import { openGroups } from './groups.ts'
import { readListing, withMatches } from './listing.ts'

const unheard = { onChange() {}, isConnected: () => false }
const catalogueOf = openCached(db, unheard, readCatalogue)
const shop = { db, log: silentLog, catalogue: catalogueOf, groups: openGroups(db, unheard) }

const CATEGORIES = ['Indoor POT', 'Balcony POT', 'Bonsai']
const SORTS: Sort[] = ['newest', 'lowToHigh', 'highToLow']
const MODES = ['as-delivered', 'as-delivered', 'counted', 'counted', 'made-to-order'] as const
const OWN_SIZES = ['C01', 'C02', 'TR01', 'TR04', 'OV01', 'OLD1', 'LAMP-1']
const FINISHES = ['Grey Stone', 'Sandstone', 'Red, brick']

/** Everything at random, with sizes and finishes of the owner's own, some retired. */
before(async () => {
  await pool.query(`
    insert into families (name) values ('Oil lamps');
    insert into sizes (code, family, price, width, depth, height, is_retired) values
      ('LAMP-1', 'Oil lamps', 99, 5, 5, 5, false), ('LAMP-2', 'Oil lamps', 250, 9, 9, 9, false),
      ('OLD1', 'TRIYA', 700, 20, 20, 20, true);
    insert into finishes (name, swatch) values ('Red, brick', '#aa3322');
    update finishes set is_retired = true where name = 'Mosaic Grey'`)
  await addProducts(
    db,
    Array.from({ length: 160 }, () => ({
      sizeCode: pick(OWN_SIZES),
      price: pick([495, 500, 849, 1499, 99, 4375, 12_000, 600_000]),
      category: pick(CATEGORIES),
      stock: pick(MODES),
      approved: random(9) > 0,
      onSale: random(9) > 0,
      mrp: 700_000,
      attributes: pick([
        '',
        'Material: Stone',
        'Material: stone\nIndoor: Yes',
        'Material: Clay\nIndoor: Yes',
        'Indoor: No',
      ]),
    })),
  )
  const { userId } = await addUser(db)
  const address = "'Meera', '12 Lake View Road', 'Pune', '411001', '9876543210'"
  const columns = 'user_id, email, checkout_key, name, address, city, pincode, mobile_number'
  await pool.query(`
    insert into orders (${columns}, total_amount) values ('${userId}', 'a@b.example', gen_random_uuid(), ${address}, 1);
    insert into order_lines (order_id, position, product_id, title, price, quantity, product_image_url, category, size_code,
      size_label, selected_color, delivered_at)
    select max(orders.id), row_number() over (), products.id, 't', 1, 1, '{a}', 'c', 'C01', 'l', 'Sandstone',
      case when random() < 0.7 then now() end
    from orders, products where random() < 0.6 group by products.id;
    update products set restocked_at = clock_timestamp() where random() < 0.3;
    insert into product_variants (product_id, size_code, finish, on_hand, price, offered)
    select products.id, code, name, (array[0, 0, 1, 5])[ceil(random() * 4)], (array[null, null, null, 450, 20000])[ceil(random() * 5)], true
    from products, sizes, finishes where random() < 0.2
    on conflict (product_id, size_code, finish) where size_code is not null do update
    set on_hand = excluded.on_hand, price = excluded.price, offered = true;
    insert into checkouts (${columns}, lines, amount) values ('${userId}', 'a@b.example', gen_random_uuid(), ${address}, '[]', 100);
    insert into stock_holds (variant_id, user_id, checkout_id, quantity, expires_at)
    select product_variants.id, '${userId}', checkouts.id, 1, now() + (random() - 0.5) * interval '1 day'
    from product_variants, checkouts where offered and on_hand > 0 and random() < 0.5`)
})

function random(below: number): number {
  return Math.floor(Math.random() * below)
}

function pick<T>(values: readonly T[]): T {
  return values[random(values.length)] as T
}

function some<T>(values: readonly T[]): T[] {
  return random(2) === 0 ? [] : values.filter(() => random(3) === 0)
}

function randomFilters(): Filters {
  return {
    family: some(['CUBEE', 'TRIYA', 'OVALIN', 'Oil lamps']),
    size: some(['C01', 'C03', 'TR01', 'TR04', 'OLD1', 'OV02', 'LAMP-2']),
    finish: some(FINISHES),
    price: some(['0-99', '300-499', '500-999', '1000-1999', '3000-4999', '500000-']),
    stock: random(3) === 0 ? [IN_STOCK] : [],
    use: some(USES),
    attribute: some(['material: stone', 'material: clay', 'indoor: yes', 'indoor: no']),
    width: random(3) === 0 ? [String(5 + random(30)), String(35 + random(30))] : [],
  }
}

type Known = { product: Product; variants: readonly Variant[] }

/** Every product for sale, with everything it offers, found one by one. */
async function readAll(): Promise<Known[]> {
  const { rows } = await pool.query<{ id: string }>('select id from products order by id desc')
  const ids = rows.map(({ id }) => Number(id))
  const [found, variants] = await Promise.all([listForSale(db, ids), listVariants(db, ids)])
  return ids.flatMap((id) => {
    const product = found.get(id)
    return product ? [{ product, variants: variants.get(id) ?? [] }] : []
  })
}

test('a filtered list holds what fits, once each, in the order of the prices that it shows, with right counts', () =>
  checkLists({ few: 15, all: 60 }))

async function checkLists(often: { few: number; all: number }) {
  const all = await readAll()
  const catalogue = await shop.catalogue.read()
  for (let round = 0; round < rounds(often); round += 1) {
    const [filters, sort, category] = [randomFilters(), pick(SORTS), pick([undefined, 'pot', 'Bonsai', 'none'])]
    const isFiltered = FACETS.some((facet) => filters[facet].length > 0)
    const inCategory = all.filter(({ product }) =>
      product.category.toLowerCase().includes(category?.toLowerCase() ?? ''),
    )
    const expected = inCategory.flatMap(({ product, variants }): ListedProduct | [] =>
      isFiltered ? (asMatched(product, { variants, filters, catalogue }) ?? []) : product,
    )
    const direction = sort === 'lowToHigh' ? 1 : -1
    const own = new Map(all.map(({ product: { id, price, regular = price } }) => [id, regular]))
    if (sort !== 'newest')
      expected.sort((a, b) => direction * (a.price - b.price || (own.get(a.id) ?? 0) - (own.get(b.id) ?? 0)))
    const pages = Math.max(1, Math.ceil(expected.length / PAGE_SIZE))
    const page = 1 + random(pages)
    const what = JSON.stringify({ filters, sort, category, page })
    const list = await readListing(shop, { filters, sort, page, ...(category !== undefined && { category }) })
    const failures: string[] = []
    const sold = new Map(all.map(({ product }) => [product.id, product.sold]))
    const products = list.products.map((product) => ({ ...product, sold: sold.get(product.id) ?? false }))
    const shown = await withMatches(shop, { products, filters: list.filters }, failures)
    assert.deepEqual(
      shown.map(({ id, price, match }) => [id, price, match?.label]),
      expected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id, price, match }) => [id, price, match?.label]),
      what,
    )
    assert.deepEqual([list.count, list.pages, list.page], [expected.length, pages, page], what)
    assert.deepEqual(failures, [])
    for (const { facet, values } of list.facets) {
      for (const { value, count } of values) {
        const others = filters[facet].filter((other) => dimensionOf(facet, other) !== dimensionOf(facet, value))
        const alone = { ...filters, [facet]: [...others, value] }
        const fitting = inCategory.filter(({ product: { attributes }, variants }) =>
          variants.some((variant) => fits({ ...variant, attributes }, alone, catalogue)),
        )
        assert.equal(count, fitting.length, `${facet} ${value} of ${what}`)
      }
    }
  }
}

test('while offers lower prices, lists are in the order of those prices and filtered by them', async () => {
  await pool.query(`
    insert into offers (name, kind, amount, applies_to, starts_at) values
      ('Everything', 'percent', 15, 'all', now()), ('More', 'rupees', 120, 'all', now());
    with sale as (insert into offers (name, kind, amount, applies_to, starts_at) values ('Sale', 'percent', 50, 'products', now()) returning id)
    insert into offer_products select sale.id, products.id from sale, products where random() < 0.2;
    with dear as (insert into collections (name, address, rule) values ('Dear', 'dear', '{"priceFrom": 849}') returning id)
    insert into offers (name, kind, amount, applies_to, starts_at, collection_id)
    select 'Dear', 'rupees', 700, 'collection', now(), id from dear`)
  await checkLists({ few: 5, all: 15 })
  const dear = await findCollectionAt(db, 'dear')
  assert.ok(dear)
  const listed = await listIn(db, dear, { sort: 'highToLow', limit: 1000 })
  const prices = await listForSale(db, listed)
  const shown = listed.map((id) => prices.get(id)?.price ?? 0)
  assert.deepEqual(
    shown,
    shown.toSorted((one, other) => other - one),
  )
  await pool.query('delete from offers')
})

test('an unfiltered list is read as ever, and says what it can be narrowed down to', async () => {
  const all = await readAll()
  const catalogue = await shop.catalogue.read()
  const list = await readListing(shop, { filters: { ...noFilters, family: ['BRASS'] }, sort: 'newest', page: 2 })
  assert.deepEqual(
    list.products.map(({ id }) => id),
    all.slice(PAGE_SIZE, 2 * PAGE_SIZE).map(({ product }) => product.id),
  )
  assert.equal(list.count, all.length)
  assert.deepEqual(list.filters, noFilters)
  assert.deepEqual([...new Set(list.facets.map(({ facet }) => facet))], SHOWN_FACETS)
  assert.deepEqual(new Set(list.facets.flatMap(({ name }) => name ?? [])), new Set(['Indoor', 'Material']))
  const groups = await shop.groups.read()
  assert.ok(countFacets(groups, { filters: noFilters, catalogue }).count <= all.length)
})

test('what a search finds is filtered, sorted and counted as the other lists are, with the Sold ones last', async () => {
  const all = await readAll()
  const catalogue = await shop.catalogue.read()
  for (let round = 0; round < rounds({ few: 10, all: 40 }); round += 1) {
    const known = all.filter(() => random(3) > 0)
    const [filters, sort] = [randomFilters(), pick(SORTS)]
    const isFiltered = FACETS.some((facet) => filters[facet].length > 0)
    const fitting = known.flatMap(({ product, variants }) =>
      isFiltered ? (asMatched(product, { variants, filters, catalogue }) ?? []) : product,
    )
    if (sort !== 'newest') fitting.sort((a, b) => (sort === 'lowToHigh' ? a.price - b.price : b.price - a.price))
    const expected = [...fitting.filter(({ sold }) => !sold), ...fitting.filter(({ sold }) => sold)]
    const page = 1 + random(Math.max(1, Math.ceil(expected.length / PAGE_SIZE)))
    const ids = known.map(({ product }) => product.id)
    const list = await readFound(shop, { ids, filters, sort, page }, [])
    assert.deepEqual(
      list.products.map(({ id, price }) => [id, price]),
      expected.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id, price }) => [id, price]),
      JSON.stringify({ filters, sort, page }),
    )
    assert.equal(list.count, expected.length)
  }
})
