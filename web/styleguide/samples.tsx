import type { ReactNode } from 'react'
import { PHOTOGRAPHED_FINISHES, potImageOf } from '#domain/catalog/catalogue-images.ts'
import type { ShownFacet } from '#domain/catalog/filters/facets.ts'
import { noFilters } from '#domain/catalog/filters/filters.ts'
import type { Product } from '#domain/catalog/product.ts'
import { dimensionsOf, type Finish, type Size, sizeLabelOf } from '#domain/catalog/sizes.ts'
import type { Order } from '#domain/orders/order.ts'
import { defaultShopInfo, type ShopInfo } from '#domain/shop/shop-info.ts'
import { readStoredProduct } from '#domain/storage/recently-visited.ts'
import { RoomLink } from '#web/ui/model/room-link.tsx'
import { Gallery } from '#web/ui/product/gallery.tsx'
import { ListFilters } from '#web/ui/product/list-filters.tsx'

/** Longer than any realistic title, to test wrapping. */
export const LONG =
  'A very long title pasted from a supplier’s list, with the material, the finish, the colour, the country of origin, the number of pieces in the carton and, at the very end of it, an emoji 🪴 to be sure that it wraps'

export function Row({ children }: { children: ReactNode }) {
  return <div className="buttons">{children}</div>
}

/** A gallery with a 3D view, and with the link to view the pot in one's room, which needs https. */
export function TurnableGallery() {
  const empty = '/models/OV01-grey-stone.glb'
  const corner = (
    <RoomLink
      model={{ glb: empty, usdz: '/models/OV01-grey-stone.usdz' }}
      title="Ovalin"
      origin="https://shop.example"
      page="/"
    />
  )
  return (
    <Gallery
      images={PHOTOGRAPHED_FINISHES.map((colour) => potImageOf('OVALIN', colour))}
      title="Ovalin"
      note="Plant not included"
      view3d={{ model: { empty }, label: 'OVALIN OV01' }}
      corner={corner}
    />
  )
}

export const PRODUCTS: readonly Product[] = [
  pot(1, { title: 'Cubee in grey stone', discount: 15, reviews: { rating: 4.6, count: 38 } }),
  pot(2, { title: LONG, price: 1234567, productImageUrl: [potImageOf('TUBO', 'Sandstone')] }),
  pot(3, { title: 'Sold bowl', sold: true, discount: 5, productImageUrl: [potImageOf('WIDEE', 'Marble White')] }),
  pot(4, { title: 'Triya', productImageUrl: [potImageOf('TRIYA', 'Mosaic Grey')], reviews: { rating: 5, count: 1 } }),
]

export const ORDER: Order = {
  id: 1001,
  userid: 'nobody',
  email: 'nobody@example.com',
  status: 'confirmed',
  cancel: 'none',
  totalAmount: 1236265,
  time: '2026-01-26T04:30:00.000Z',
  addressInfo: {
    name: 'Meenakshi Sundaram-Krishnamoorthy',
    address:
      'Flat 12B, Tower 4, Prestige Lakeside Habitat\nVarthur Main Road, near the old banyan tree\nGunjur Village',
    city: 'Bengaluru',
    pincode: '560087',
    mobileNumber: '9876543210',
  },
  cartItems: PRODUCTS.slice(0, 2).map((product) => ({ ...product, selectedColor: 'Sandstone' as const, quantity: 2 })),
}

function pot(id: number, differing: Partial<Product>): Product {
  const stored = {
    id,
    title: 'Pot',
    price: 849,
    productImageUrl: [potImageOf('CUBEE', 'Grey Stone')],
    category: 'POT',
    sizeCode: 'C02',
    sizeLabel: 'CUBEE C02',
    featured: true,
    time: '2026-01-26T04:30:00.000Z',
  }
  const read = readStoredProduct(stored)
  if (!read) throw new Error('The sample cannot be read')
  return { ...read, ...differing }
}

export const SIZES: readonly Size[] = [
  size({ code: 'C01', price: 495, width: 20, depth: 20, height: 20 }),
  size({ code: 'C02', price: 849, width: 28, depth: 28, height: 28 }),
  size({ code: 'B03', family: 'BOXA', price: 5485, width: 110, depth: 36, height: 36 }),
  size({ code: 'T02', family: 'TUBO', price: 2255, width: 38, depth: 38, height: 80 }),
  size({ code: 'MINI', family: 'Egg cups', price: 95, width: 6, depth: 6, height: 7.5 }),
  size({ code: 'TALL', family: 'Floor lamps', price: 8900, width: 45, depth: 45, height: 190 }),
]

function size(differing: Omit<Size, 'family' | 'weight' | 'isRetired'> & Partial<Size>): Size {
  return { family: 'CUBEE', weight: null, isRetired: false, ...differing }
}

export const FINISHES: readonly Finish[] = [
  { name: 'Grey Stone', swatch: '#86878a', isRetired: false },
  { name: 'Marble White', swatch: '#f1efec', isRetired: false },
  { name: 'Sandstone', swatch: '#dcc8a2', isRetired: false },
  { name: 'Mosaic Grey', swatch: '#818286', isRetired: false },
  { name: 'Brushed brass', swatch: '#b08d57', isRetired: false },
]

export const SELLER: ShopInfo = {
  ...defaultShopInfo,
  legalName: 'Example Private Limited',
  legalAddress: '1 Example Street\nPune 411001',
  gstin: '27AAPFU0939F1ZV',
  customerCareEmail: 'care@shop.example',
  customerCarePhone: '+91 98765 43210',
  grievanceOfficer: 'Kavya Rao',
}

/** Filters that can be chosen, one that is chosen, and one that would lead to nothing. */
export function FilterSample() {
  const facets: ShownFacet[] = [
    {
      facet: 'family',
      values: ['CUBEE', 'BOXA', 'OVALIN'].map((name, place) => ({
        value: name,
        label: name,
        count: 14 - 7 * place,
      })),
    },
    {
      facet: 'finish',
      values: FINISHES.map(({ name, swatch }) => ({ value: name, label: name, swatch, count: 7 })),
    },
    {
      facet: 'size',
      values: SIZES.slice(0, 3).map((one) => ({
        value: one.code,
        label: sizeLabelOf(one),
        note: dimensionsOf(one),
        count: 7,
      })),
    },
  ]
  const hrefFor = (facet: string, value: string) => `?${facet}=${value}`
  const filters = { ...noFilters, family: ['CUBEE'] }
  return <ListFilters facets={facets} filters={filters} hrefFor={hrefFor} clearHref="?" found="14 pots" page={1} />
}
