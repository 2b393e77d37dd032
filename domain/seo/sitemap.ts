import { FACETS } from '#domain/catalog/filters/filters.ts'
import { element } from './xml.ts'

/**
 * Products whose ids lie in one range share a file: with a fixed range a new or deleted product changes one file, not all
 * behind it. Far below the 50,000 addresses that a file may have.
 *
 * @see https://www.sitemaps.org/protocol.html
 */
export const IDS_A_FILE = 2000
/** The most files that an index may name. */
export const MAX_FILES = 50_000

export type SitemapPage = { url: string; lastmod?: Date; images?: readonly string[] }

/** The file of a product's page, counted from 0. */
export function sitemapFileOf(id: number): number {
  return Math.floor(id / IDS_A_FILE)
}

/** `/sitemap/products-3.xml` */
export function productsSitemapPath(file: number): string {
  return `/sitemap/products-${file}.xml`
}

export const PAGES_SITEMAP_PATH = '/sitemap/pages.xml'

export function writeSitemapIndex(files: readonly { url: string; lastmod?: Date }[]): string {
  const entries = files.map((file) => `<sitemap>${element('loc', file.url)}${lastmodOf(file)}</sitemap>\n`)
  return `${HEAD}<sitemapindex xmlns="${SITEMAPS}">\n${entries.join('')}</sitemapindex>\n`
}

export function writeSitemap(pages: readonly SitemapPage[]): string {
  const entries = pages.map(({ images = [], ...page }) => {
    const pictures = images.map((image) => `<image:image>${element('image:loc', image)}</image:image>`)
    return `<url>${element('loc', page.url)}${lastmodOf(page)}${pictures.join('')}</url>\n`
  })
  return `${HEAD}<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">\n${entries.join('')}</urlset>\n`
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

function lastmodOf({ lastmod }: { lastmod?: Date }): string {
  return lastmod ? element('lastmod', lastmod.toISOString()) : ''
}

/** Pages of people and of the back office are nothing for search engines; `/search` has endlessly many addresses. */
const CLOSED = ['/adminDashboard', '/sellerDashboard', '/userDashboard', '/search']

/**
 * Filtered lists: their combinations have no end, and what they show is in the whole lists too.
 *
 * @see https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation
 */
const FILTERED = ['/allproduct', '/category/*', '/collections/*'].flatMap((list) =>
  FACETS.map((name) => `${list}?*${name}=`),
)

export function writeRobots(origin: string): string {
  const closed = [...CLOSED, ...FILTERED]
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
}
