import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, test } from 'node:test'
import { seedBulk } from '#bench/seed/bulk-seed.ts'
import { parseMissedSearchFilter } from '#domain/admin-lists.ts'
import { MAX_FOUND } from '#domain/catalog/listing.ts'
import { readCatalogue } from '#server/catalog/sizes/queries.ts'
import { listForSaleInOrder } from '#server/catalog/storefront-queries.ts'
import { openCached } from '#server/db/cached-read.ts'
import { silentLog } from '#server/observability/log.ts'
import { openSettings } from '#server/settings/settings.ts'
import { addProduct, addProducts, addUser } from '#tests/support/fixtures/factories.ts'
import { db, pool } from '#tests/support/fixtures/own-database-fixture.ts'
import { clearMissedSearches, deleteMissedSearch, openMissedSearches } from './missed-searches.ts'
import { addMissedSearches, listMissedSearches, pruneMissedSearches, refreshSearchWords } from './queries.ts'
import { findProducts, saveSynonym } from './similar.ts'

/** Hears no changes, so nothing is kept. */
const feed = { onChange: () => () => {}, isConnected: () => false }
const shop = { db, settings: openSettings(db, feed), catalogue: openCached(db, feed, readCatalogue) }
beforeEach(() => pool.query('truncate products, order_lines, missed_searches, search_words, settings cascade'))

async function search(query: string) {
  const { found, similar, didYouMean } = await findProducts(shop, query)
  const titlesOf = async (ids: number[]) => (await listForSaleInOrder(db, ids)).map(({ title }) => title)
  return { found: await titlesOf(found), similar: await titlesOf(similar), didYouMean }
}

describe('similar products', () => {
  test('a typing mistake finds what is for sale', async () => {
    await addProducts(db, [
      ...Array.from({ length: 9 }, (_, at) => ({ title: `Cubee ${at}` })),
      { title: 'Cubee Secret', approved: false },
      { title: 'Cubee Gone', onSale: false },
      { title: 'Slim Bonsai Tray', category: 'Bonsai POT', sizeLabel: 'BONSAI BON01' },
    ])
    const newest = Array.from({ length: 9 }, (_, at) => `Cubee ${8 - at}`)
    assert.deepEqual(await search('cubbe'), { found: [], similar: newest, didYouMean: 'cubee' })
    assert.deepEqual(await search('cubee'), { found: newest, similar: [], didYouMean: undefined })
    assert.deepEqual((await search('bonsia')).similar, ['Slim Bonsai Tray'])
    assert.deepEqual(await search('teapot'), { found: [], similar: [], didYouMean: undefined })
  })

  test('words of descriptions find as words of titles and categories do, those of titles first', async () => {
    await addProducts(db, [
      { title: 'Lemon Cube', description: 'A cube.' },
      { title: 'Patio Block', description: 'Room for a dwarf lemon on the balcony.' },
      { title: 'Low Bowl', category: 'Balcony POT', description: 'A bowl.' },
    ])
    assert.deepEqual((await search('lemon')).found, ['Lemon Cube', 'Patio Block'])
    assert.deepEqual((await search('balcony')).found, ['Low Bowl', 'Patio Block'])
    assert.deepEqual((await search('dwarf balcony')).found, ['Patio Block'])
  })

  test('a picture of the shop tells the finish', async () => {
    await addProduct(db, { title: 'White one', productImageUrl: ['/pots/cubee-marble-white-front'] })
    await addProduct(db, { title: 'Sand one', productImageUrl: ['/pots/cubee-sandstone-front'] })
    assert.deepEqual((await search('sandstne')).similar, ['Sand one'])
    assert.deepEqual((await search('safed')).similar, ['White one'])
  })

  test('the owner’s synonyms take the place of those that come with the shop', async () => {
    const admin = await addUser(db, 'admin')
    await addProduct(db, { title: 'Wide Bowl', category: 'Round', sizeLabel: 'WIDEE W01', productImageUrl: ['/own'] })
    assert.deepEqual((await search('urli')).similar, ['Wide Bowl'])
    assert.deepEqual((await search('lota')).similar, [])
    assert.deepEqual(await saveSynonym({ db }, admin, { word: 'lota', means: 'bowl' }), { ok: true })
    assert.deepEqual((await search('lota')).similar, ['Wide Bowl'])
    assert.deepEqual((await search('urli')).similar, ['Wide Bowl'])
    assert.equal((await saveSynonym({ db }, admin, { word: 'Lota', means: 'urli' })).ok, false)
    const { rows } = await pool.query(`select action, after -> 'synonyms' ->> 1 as line from audit`)
    assert.equal(rows.length, 1)
    assert.match(rows[0].line, /^bowl, urli.*, lota$/)
  })

  describe('of a small catalogue', () => {
    const catalogue: [title: string, category: string, sizeLabel: string, finish: string][] = [
      ['Cubee Desk Cube', 'Desk POT', 'CUBEE C01', 'grey-stone'],
      ['Cubee Patio Block', 'Terrace POT', 'CUBEE C03', 'sandstone'],
      ['Widee Herb Bowl', 'Kitchen POT', 'WIDEE W01', 'sandstone'],
      ['Boxa Railing Trough', 'Balcony POT', 'BOXA B01', 'grey-stone'],
      ['Bonsai Starter Tray', 'Bonsai POT', 'BONSAI BON01', 'mosaic-grey'],
      ['Triya Hall Planter', 'Statement POT', 'TRIYA TR03', 'marble-white'],
    ]
    beforeEach(() =>
      addProducts(
        db,
        catalogue.map(([title, category, sizeLabel, finish]) => ({
          title,
          category,
          sizeLabel,
          productImageUrl: [`/pots/${sizeLabel.split(' ')[0]?.toLowerCase()}-${finish}-front`],
        })),
      ),
    )
    const titles = async (query: string) => {
      const { found, similar } = await search(query)
      return [...found, ...similar].sort()
    }

    test('a typing mistake finds what was meant', async () => {
      assert.deepEqual(await titles('cubbe'), ['Cubee Desk Cube', 'Cubee Patio Block'])
      assert.deepEqual(await titles('sandstne'), ['Cubee Patio Block', 'Widee Herb Bowl'])
      assert.deepEqual(await titles('bonsia'), ['Bonsai Starter Tray'])
      assert.deepEqual(await titles('BONZAI trey'), ['Bonsai Starter Tray'])
      assert.deepEqual(await titles('greyston'), ['Boxa Railing Trough', 'Cubee Desk Cube'])
      assert.deepEqual(await titles('sand stone'), ['Cubee Patio Block', 'Widee Herb Bowl'])
      assert.deepEqual(await titles('cubeee sandston'), ['Cubee Patio Block'])
    })

    test('words that mean the same find what has one of them, in Hindi and English', async () => {
      for (const query of ['गमला', 'matka', 'GAMLA', 'gamlaa', 'flower pot', 'flowerpot', 'for the planter']) {
        const { found, similar } = await search(query)
        assert.equal([...found, ...similar][0], 'Triya Hall Planter', query)
      }
      assert.equal((await titles('matka')).length, 6)
      assert.deepEqual(await titles('urli'), ['Widee Herb Bowl'])
      assert.deepEqual(await titles('thali'), ['Bonsai Starter Tray'])
      assert.deepEqual(await titles('window box'), ['Boxa Railing Trough'])
      assert.deepEqual(await titles('बोनसाई ट्रे'), ['Bonsai Starter Tray'])
    })

    test('a product must have every word, and one that has half of them is better than none', async () => {
      assert.deepEqual(await titles('bowl kitchen'), ['Widee Herb Bowl'])
      assert.deepEqual(await titles('blue bowl'), ['Widee Herb Bowl'])
      for (const query of ["'; drop table products; --", "x':* & !'y", 'teapot', '% 🪴', '\\', ''])
        assert.deepEqual((await search(query)).similar, [], query)
      // Products that fit by half are shown only when nothing else was found.
      await addProduct(db, { title: 'A Blue Bowl' })
      assert.deepEqual((await search('blue bowl')).similar, [])
    })

    test('a correction is offered only if titles have it', async () => {
      const offered = async (query: string) => (await search(query)).didYouMean
      assert.equal(await offered('cubbe'), 'cubee')
      assert.equal(await offered('cubbe desc'), 'cubee desk')
      for (const query of ['sandstne', 'cubee', 'gamlaa']) assert.equal(await offered(query), undefined, query)
    })

    test('words count from their beginning, numbers exactly, signs and joiners not at all', async () => {
      assert.deepEqual((await search('owl')).similar, [])
      assert.deepEqual((await search('c01')).found, ['Cubee Desk Cube'])
      assert.deepEqual((await search('c02')).similar, [])
      await addProduct(db, { title: 'नीली-बोन्\u200dसाई “थाली”', category: 'x' })
      assert.deepEqual((await search('बोन्साई नीली')).found, ['नीली-बोन्\u200dसाई “थाली”'])
      assert.deepEqual((await search('निली')).similar, ['नीली-बोन्\u200dसाई “थाली”'], 'a mistake in Hindi')
    })
  })

  test('in a large shop older titles are found by their index', async () => {
    // Variants are most of the work, and a search reads none.
    await pool.query('alter table products disable trigger make_variants_insert')
    await seedBulk(db, { products: 6000 })
    const [oldest] = (await pool.query('select id from products where approved and on_sale order by id limit 1')).rows
    await pool.query(`update products set title = 'Brass Dholak', category = 'Brass' where id = $1`, [oldest.id])
    const description = 'Drums for the wedding of a Rajasthani cousin.'
    await pool.query(`update products set description = $1 where id = $2`, [description, oldest.id])
    await pool.query('analyze products')
    await refreshSearchWords(db)
    for (const query of ['rajasthani', 'wedd', 'brass wedding', 'cousin drums'])
      assert.deepEqual((await search(query)).found, ['Brass Dholak'], query)
    const { found, similar } = await search('dholak brass')
    assert.deepEqual([found, similar], [['Brass Dholak'], []])
    const mended = { found: [], similar: ['Brass Dholak'], didYouMean: 'brass dholak' }
    assert.deepEqual(await search('brass dohlak'), mended, 'a mistake in a word of an older title')
    assert.equal((await search('gamla')).similar.length, MAX_FOUND)
  })
})

describe('searches with no results', () => {
  const list = async (query = '') =>
    (await listMissedSearches(db, parseMissedSearchFilter(new URLSearchParams(query)), {})).rows.map(
      ({ words, times, isSimilarShown }) => `${words} ${times}${isSimilarShown ? ' similar' : ''}`,
    )

  /** A request of `/search` whose page has been sent. */
  function ask(
    searches: ReturnType<typeof openMissedSearches>,
    url: string,
    headers = {},
    { status = 200, method = 'GET' } = {},
  ) {
    const response = new EventEmitter() as ServerResponse
    response.statusCode = status
    searches.countSearch({ url, method, headers } as IncomingMessage, response)
    response.emit('finish')
  }

  test('each submitted search is counted, whoever renders it; nothing else is', async () => {
    const searches = openMissedSearches(db, silentLog)
    searches.remember('Brass Lamp', { found: 0, similar: 0 })
    searches.remember('cubbe', { found: 0, similar: 4 })
    searches.remember('cube', { found: 3, similar: 0 })
    searches.remember('98450 00012', { found: 0, similar: 0 })
    for (const url of ['/search?q=brass+lamp', '/Search?q=BRASS%20%20LAMP', '/search.data?q=brass+lamp'])
      ask(searches, url)
    ask(searches, '/search.data?q=cubbe&_routes=storefront%2Fsearch')
    for (const url of [
      '/search?q=cube',
      '/search?q=98450+00012',
      '/search?q=never+rendered',
      '/search.data?q=cubbe&typed=1&_routes=storefront%2Fsearch',
      '/search.data?q=cubbe&_routes=root',
      '/search',
      '/searching?q=cubbe',
      '/category/x?q=cubbe',
    ])
      ask(searches, url)
    ask(searches, '/search?q=cubbe', { 'sec-purpose': 'prefetch;prerender' })
    ask(searches, '/search?q=cubbe', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
    ask(searches, '/search?q=cubbe', {}, { status: 503 })
    ask(searches, '/search?q=cubbe', {}, { method: 'HEAD' })
    await searches.flush()
    assert.deepEqual(await list(), ['brass lamp 3', 'cubbe 1 similar'])

    // Found since.
    searches.remember('brass lamp', { found: 1, similar: 0 })
    ask(searches, '/search?q=brass+lamp')
    await searches.close()
    assert.deepEqual(await list('sort=fewest'), ['cubbe 1 similar', 'brass lamp 3'])
  })

  test('so many words are counted at once, and those that were searched least give way', async () => {
    const searches = openMissedSearches(db, silentLog)
    for (let n = 0; n < 300; n++) {
      searches.remember(`word ${n}`, { found: 0, similar: 0 })
      ask(searches, `/search?q=word+${n}`)
    }
    ask(searches, '/search?q=word+7')
    await searches.close()
    assert.equal((await list()).length, 20)
    assert.equal((await pool.query('select count(*)::integer as count from missed_searches')).rows[0].count, 200)
    await pruneMissedSearches(db, 3)
    assert.equal((await list())[0], 'word 7 2')
    assert.equal((await list()).length, 3)
  })

  test('what cannot be written is counted later', async () => {
    const searches = openMissedSearches(db, silentLog)
    searches.remember('lamp', { found: 0, similar: 0 })
    ask(searches, '/search?q=lamp')
    await pool.query('alter table missed_searches rename to away')
    await searches.flush()
    await pool.query('alter table away rename to missed_searches')
    ask(searches, '/search?q=lamp')
    await searches.close()
    assert.deepEqual(await list(), ['lamp 2'])
  })

  test('counts of several processes add up, and are listed by page, filter and order', async () => {
    const counted = Array.from({ length: 45 }, (_, n) => ({
      words: `word ${n}`,
      times: (n % 9) + 1,
      isSimilarShown: n % 3 === 0,
    }))
    await Promise.all([addMissedSearches(db, counted), addMissedSearches(db, counted.toReversed())])
    for (const sort of ['most', 'fewest', 'newest', 'oldest'] as const) {
      const seen: number[] = []
      let cursor = {}
      for (let pages = 1; pages <= 3; pages++) {
        const page = await listMissedSearches(db, { sort }, cursor)
        assert.equal(page.count, 45)
        seen.push(...page.rows.map(({ times }) => times))
        cursor = { after: page.next }
        assert.equal(page.next === undefined, pages === 3, sort)
      }
      if (sort === 'most')
        assert.deepEqual(
          seen,
          seen.toSorted((a, b) => b - a),
        )
      if (sort === 'fewest')
        assert.deepEqual(
          seen,
          seen.toSorted((a, b) => a - b),
        )
      assert.equal(
        seen.reduce((sum, times) => sum + times, 0),
        2 * counted.reduce((sum, { times }) => sum + times, 0),
      )
    }
    assert.deepEqual(await list('q=ORD+44'), ['word 44 18'])
    assert.equal((await listMissedSearches(db, { similar: true, sort: 'most' }, {})).count, 15)
  })

  test('one is deleted, or all, and the audit says so', async () => {
    const admin = await addUser(db, 'admin')
    await addMissedSearches(db, [
      { words: 'lamp', times: 1, isSimilarShown: false },
      { words: 'vase', times: 1, isSimilarShown: false },
    ])
    const { rows } = await pool.query<{ id: string }>(`select id from missed_searches where words = 'lamp'`)
    const id = Number(rows[0]?.id)
    assert.equal(await deleteMissedSearch({ db }, admin, id), true)
    assert.equal(await deleteMissedSearch({ db }, admin, id), false)
    assert.deepEqual(await list(), ['vase 1'])
    assert.equal(await clearMissedSearches({ db }, admin), true)
    assert.deepEqual(await list(), [])
    const audited = await pool.query(`select action, before from audit where action like '%search%' order by id`)
    assert.deepEqual(audited.rows, [
      { action: 'delete search', before: { words: 'lamp' } },
      { action: 'clear searches', before: { count: 1 } },
    ])
  })
})
