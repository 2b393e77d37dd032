import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { APP_ICONS, type AppIcon, initialIcon, isAppIcon, PAPER, webAppOf } from '#domain/install/web-app.ts'
import type { Permission } from '#domain/permissions.ts'
import { type ShopInfo, shopInfoOf } from '#domain/shop/shop-info.ts'
import { wordsOf } from '#domain/shop/wording.ts'
import { type CacheEntry, PageCache } from '#server/cache/page-cache.ts'
import { readPicture } from '#server/catalog/images/read-picture.ts'
import type { ConcurrencyLimiter } from '#server/http/load-shedding.ts'
import { plain } from '#server/http/plain-response.ts'
import { NO_PAGE } from '#server/http/security-headers.ts'
import type { Shop } from '#server/shop.ts'

/** Sends a cached response as this request wants it. */
type Send = (entry: CacheEntry, request: Request) => Response
type Serve = (request: Request, send: Send) => Response | Promise<Response>

const MAX_BYTES = 2 * 1024 * 1024
const SCRIPT = 'text/javascript; charset=utf-8'

/** Endpoints that make the shop installable and usable offline: manifest, icons, service worker. */
export function createInstallEndpoints(shop: Shop, limitConcurrency: ConcurrencyLimiter): [Permission, Serve][] {
  const files = new PageCache(shop.changeFeed, MAX_BYTES)

  /** Cached until a setting or a text changes. */
  function serve(path: string, render: () => Promise<Response>): Serve {
    const isStaleAfter = ({ kind }: { kind: string }) => kind === 'everything' || kind === 'settings'
    const file = { path, isData: true, isLimited: false, isStaleAfter }
    return async (request, send) => send(await files.get(file, () => limitConcurrency(render)), request)
  }

  const icons = new Map(
    Object.keys(APP_ICONS)
      .filter(isAppIcon)
      .map((icon) => [
        `/icons/${icon}`,
        serve(`/icons/${icon}`, async () => {
          const drawing = await drawIcon(shop.images, shopInfoOf(await shop.settings.read()), icon)
          return new Response(new Uint8Array(drawing), { headers: { 'content-type': 'image/png' } })
        }),
      ]),
  )

  return [
    [
      'GET /manifest.webmanifest',
      serve('/manifest.webmanifest', async () => {
        const [info, { home = '' }] = await Promise.all([shop.settings.read(), shop.texts.read('taglines')])
        const app = webAppOf(shopInfoOf(info), home)
        return Response.json(app, { headers: { 'content-type': 'application/manifest+json' } })
      }),
    ],
    [
      'GET /icons/:file',
      (request, send) => icons.get(new URL(request.url).pathname)?.(request, send) ?? plain(404, 'Not found.'),
    ],
    ['GET /service-worker.js', () => serveWorker(shop)],
  ]
}

/** The worker's own content security policy: it may send requests to this shop only. */
const WORKER_HEADERS = {
  'content-type': SCRIPT,
  'cache-control': 'no-cache',
  'content-security-policy': `${NO_PAGE}; connect-src 'self'`,
}

/** Replaces the worker in browsers that have one, and then deletes what was stored and itself. */
const RETIRE = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(retire()))
async function retire() {
  await removeStores()
  await registration.unregister()
  // The previous worker may still be storing something.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  await removeStores()
}
async function removeStores() {
  for (const name of await caches.keys()) await caches.delete(name)
}
`

/** Without a built shop there is no worker, so browsers that have one get one that removes it. */
export async function serveWorker({ config }: Pick<Shop, 'config'>): Promise<Response> {
  if (!config.hasServiceWorker) return new Response(RETIRE, { headers: WORKER_HEADERS })
  const script = await readFile('build/client/service-worker.js').catch(() => undefined)
  return script ? new Response(script, { headers: WORKER_HEADERS }) : plain(404, 'Not found.')
}

/** Size of the mark as a fraction of the icon's side. Phones may cut a maskable icon to a circle of 80 %. */
const SHARE = { any: 0.72, maskable: 0.56 }

/** The shop's logo, the specified shop's mark, or the initial of the name, on the pages' background colour. */
export async function drawIcon(images: Pick<Shop['images'], 'read'>, shop: ShopInfo, icon: AppIcon): Promise<Buffer> {
  const { size, purpose } = APP_ICONS[icon]
  const side = Math.round(size * SHARE[purpose])
  const mark = await sharp((shop.logo && (await readPicture(images, shop.logo, 640))) || (await drawMark(shop)), {
    density: 600,
  })
    .resize(side, side, { fit: 'contain', background: 'transparent' })
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: PAPER.light } })
    .composite([{ input: mark, gravity: 'centre' }])
    .png({ palette: true })
    .toBuffer()
}

async function drawMark(shop: ShopInfo): Promise<Buffer> {
  return wordsOf(shop).isRenamed
    ? Buffer.from(initialIcon(shop.shopName, shop.accentColour))
    : readFile('web/pictures/mark.svg')
}
