import { imageFile } from '#domain/catalog/images.ts'
import { productPath } from '#domain/catalog/variant-address.ts'
import {
  PAGES_SITEMAP_PATH,
  productsSitemapPath,
  type SitemapPage,
  writeSitemap,
  writeSitemapIndex,
} from '#domain/seo/sitemap.ts'
import { listCategories } from '#server/catalog/listing-queries.ts'
import { originOf } from '#server/config.ts'
import { plain } from '#server/http/plain-response.ts'
import type { Shop } from '#server/shop.ts'
import { listOwnPaths, listSitemapFiles, listSitemapProducts } from './sitemap-queries.ts'

type SitemapShop = Pick<Shop, 'db' | 'config'>

/** With more files, the sitemap index does not give their dates, because that would mean reading all products. */
const MAX_DATED_FILES = 5

export async function renderSitemapIndex({ db, config }: SitemapShop): Promise<Response> {
  const origin = originOf(config)
  const files = await listSitemapFiles(db)
  const products = files.map(async (file) => {
    const url = origin + productsSitemapPath(file)
    if (files.length > MAX_DATED_FILES) return { url }
    const times = (await listSitemapProducts(db, file)).map(({ lastmod }) => lastmod.getTime())
    return { url, lastmod: new Date(Math.max(...times)) }
  })
  return xml(writeSitemapIndex([{ url: origin + PAGES_SITEMAP_PATH }, ...(await Promise.all(products))]))
}

const PAGES = [
  '/',
  '/allproduct',
  '/contactUs',
  '/faq',
  '/refund-policy',
  '/termsAndConditions',
  '/privacy',
  '/warranty',
]
/** Below the 50,000 addresses that a file may have. */
const MAX_CATEGORIES = 40_000

export async function renderPagesSitemap({ db, config }: SitemapShop): Promise<Response> {
  const origin = originOf(config)
  const categories = await listCategories(db, { forSaleOnly: true })
  const own = await listOwnPaths(db)
  const paths = categories.slice(0, MAX_CATEGORIES).map((name) => `/category/${encodeURIComponent(name)}`)
  return xml(writeSitemap([...PAGES, ...own, ...paths].map((path) => ({ url: origin + path }))))
}

/** 404 when no product for sale is in this file. */
export async function renderProductsSitemap({ db, config }: SitemapShop, file: number): Promise<Response> {
  const origin = originOf(config)
  const products = await listSitemapProducts(db, file)
  if (products.length === 0) return plain(404, 'Not found.')
  return xml(
    writeSitemap(
      products.map(
        ({ id, images, lastmod }): SitemapPage => ({
          url: origin + productPath(id),
          lastmod,
          images: images.map((image) => new URL(imageFile(image), origin).href),
        }),
      ),
    ),
  )
}

function xml(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
