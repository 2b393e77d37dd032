import { useState } from 'react'
import { Button } from '#web/ui/forms/button.tsx'

const PLACE = { lat: 18.5196, lon: 73.8554 }
const MARGIN = 0.006

/** The shop's address. The map is third-party, so it loads only on request. */
export function ShopMap() {
  const [shown, setShown] = useState(false)
  return (
    <aside className="shop-map" aria-labelledby="find-us">
      <h2 id="find-us">Find us</h2>
      <address>
        Gamla
        <br />
        14 Kumbharwada Lane
        <br />
        Pune 411011, Maharashtra
      </address>
      <p>
        <a href={`https://www.openstreetmap.org/?mlat=${PLACE.lat}&mlon=${PLACE.lon}#map=16/${PLACE.lat}/${PLACE.lon}`}>
          Open in OpenStreetMap
        </a>
      </p>
      {shown ? (
        <iframe title="Map showing the shop" src={mapUrl()} loading="lazy" referrerPolicy="no-referrer" />
      ) : (
        <Button variant="quiet" onClick={() => setShown(true)}>
          Show map
        </Button>
      )}
    </aside>
  )
}

function mapUrl() {
  const { lat, lon } = PLACE
  const box = [lon - MARGIN, lat - MARGIN, lon + MARGIN, lat + MARGIN].join(',')
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box}&marker=${lat},${lon}`
}
