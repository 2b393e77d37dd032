import { Fragment, useState } from 'react'
import { sellerFactsOf } from '#domain/shop/seller.ts'
import { defaultSettings } from '#domain/shop/settings.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { SellerDetails } from '#web/ui/layout/seller.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'

/** In degrees. */
type Place = { latitude: number; longitude: number }

const MARGIN = 0.006

/** The shop's address. The map is third-party, so it loads only on request. */
export function ShopMap({ place }: { place: Place }) {
  const shop = useShopInfo()
  const isShown = hasDemoAddress(shop) || !isDemoPlace(place)
  const hasAddress = isShown || shop.legalName !== '' || shop.legalAddress !== ''
  if (!hasAddress && sellerFactsOf(shop).length === 0) return null
  return (
    <aside className="tint stack gap-3 shop-map" aria-labelledby="find-us">
      <h2 id="find-us">{hasAddress ? 'Find us' : shop.shopName}</h2>
      {hasAddress && <Address {...shop} />}
      <SellerDetails shop={shop} except={['Legal name', 'Address']} />
      {isShown && <MapOf {...place} />}
    </aside>
  )
}

/** True while the owner has given the shop no other name and no address: it then shows a made-up one. */
export function hasDemoAddress({ shopName, legalName, legalAddress }: ShopInfo): boolean {
  return shopName === defaultSettings.shopName && legalName === '' && legalAddress === ''
}

const DEMO_ADDRESS = ['14 Kumbharwada Lane', 'Pune 411011, Maharashtra']

function Address(shop: ShopInfo) {
  const lines = hasDemoAddress(shop) ? DEMO_ADDRESS : shop.legalAddress.split('\n').filter((line) => line.trim() !== '')
  return (
    <address>
      {shop.legalName || shop.shopName}
      {lines.map((line) => (
        <Fragment key={line}>
          <br />
          {line}
        </Fragment>
      ))}
    </address>
  )
}

/** The default coordinates belong to the made-up address, so a shop with another name or address must not show them. */
function isDemoPlace({ latitude, longitude }: Place): boolean {
  return latitude === defaultSettings.latitude && longitude === defaultSettings.longitude
}

function MapOf({ latitude, longitude }: Place) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <p>
        <a href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}>
          Open in OpenStreetMap
        </a>
      </p>
      {shown ? (
        <iframe
          title="Map showing the shop"
          src={mapUrl({ latitude, longitude })}
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        <Button variant="quiet" onClick={() => setShown(true)}>
          Show map
        </Button>
      )}
    </>
  )
}

function mapUrl({ latitude, longitude }: Place) {
  const box = [longitude - MARGIN, latitude - MARGIN, longitude + MARGIN, latitude + MARGIN].join(',')
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box}&marker=${latitude},${longitude}`
}
