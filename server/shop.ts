import { createAuth } from './accounts/auth.ts'
import { createDeviceCookies } from './accounts/device-cookie.ts'
import { createEmailHash } from './accounts/erased-email-queries.ts'
import { openSessionCache } from './accounts/session-cache.ts'
import { openOverview } from './admin/overview.ts'
import { readCounts, readFigures } from './admin/overview-queries.ts'
import { openGroups } from './catalog/filters/groups.ts'
import { createImageDecoder } from './catalog/images/decoder.ts'
import { openImages } from './catalog/images/store.ts'
import { readCatalogue } from './catalog/sizes/queries.ts'
import { listCollections } from './collections/queries.ts'
import { type Config, originOf } from './config.ts'
import { openConnections } from './connections/connections.ts'
import { getSecret } from './data-dir.ts'
import { openCached } from './db/cached-read.ts'
import { connect, dropConnections, poolSizeFor } from './db/connection.ts'
import { isAlwaysHttps } from './http/csrf.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { openChangeFeed } from './live/change-feed.ts'
import type { Log } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { createSecurityLog } from './observability/security-log.ts'
import { openPriceClock } from './offers/price-clock.ts'
import { createTrackingLinks } from './orders/tracking-link.ts'
import { listMenu, listNamedPages } from './own-pages/queries.ts'
import { createWebPush } from './providers/web-push.ts'
import type { Rpc } from './runtime/ipc.ts'
import { openMissedSearches } from './search/missed-searches.ts'
import { openRedirects } from './seo/redirect-queries.ts'
import { openSettings } from './settings/settings.ts'
import { openSenderDns } from './setup/sender-dns.ts'
import { openTexts } from './texts/texts.ts'

// For commands that need the image store only.
export { openImages } from './catalog/images/store.ts'

/** Everything that a use case may need, created once per process; there is no other global state. */
export type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * @param url of a migrated database
 * @param primaryProcess of this worker
 */
export async function openShop(config: Config, url: string, log: Log, primaryProcess?: Rpc) {
  const images = await openImages(config)
  const decoder = createImageDecoder(log)
  const changeFeed = await openChangeFeed(url, log)
  const { pool, db } = connect(url, log, poolSizeFor(config), changeFeed.relaySoon)
  changeFeed.onUnresponsive(() => dropConnections(pool))
  const secret = await getSecret(config)
  const securityLog = createSecurityLog(log, secret)
  const now = () => new Date()
  const settings = openSettings(db, changeFeed)
  const catalogue = openCached(db, changeFeed, readCatalogue)
  const missedSearches = openMissedSearches(db, log)
  await openPriceClock(db, changeFeed, log)
  const connections = await openConnections({ config, db, changeFeed, secret, log })
  return {
    config,
    db,
    pool,
    changeFeed,
    auth: createAuth({ secret, publicUrl: config.publicUrl }),
    hashEmail: createEmailHash(secret),
    sessions: openSessionCache(changeFeed),
    settings,
    catalogue,
    missedSearches,
    groups: openGroups(db, changeFeed),
    redirects: openRedirects(db, changeFeed),
    menu: openCached(db, changeFeed, listMenu),
    ownPages: openCached(db, changeFeed, listNamedPages),
    collections: openCached(db, changeFeed, listCollections),
    texts: openTexts(db, changeFeed, settings),
    counts: openOverview(() => readCounts(db), changeFeed),
    figures: openOverview(() => readFigures(db, now()), changeFeed),
    images,
    decoder,
    connections,
    senderDns: openSenderDns(),
    // Read at each use, because keys may be saved while the shop runs.
    get payments() {
      return connections.current().payments
    },
    get courier() {
      return connections.current().courier
    },
    get emails() {
      return connections.current().emails
    },
    get whatsapp() {
      return connections.current().whatsapp
    },
    get services() {
      return connections.current().services
    },
    devices: createDeviceCookies({ secret, isHttps: isAlwaysHttps(config) }),
    push: createWebPush({ secret, origin: originOf(config), services: config.pushServices }),
    securityLog,
    trackingLinks: createTrackingLinks(secret),
    limits: createRateLimiter({ db, log, secret, factor: config.rateLimitFactor }),
    /** The URL of its database, for parts that need connections of their own. */
    databaseUrl: url,
    log,
    metrics: createMetrics(),
    primaryProcess,
    now,
    async close() {
      securityLog.close()
      await missedSearches.close()
      await changeFeed.close()
      connections.close()
      await decoder.close()
      await pool.end()
    },
  }
}
