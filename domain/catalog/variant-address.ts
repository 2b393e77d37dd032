import type { ProductId } from './product.ts'
import type { VariantName } from './variant.ts'

/** The path of a product's page, which the specification gives. */
export function productPath(id: ProductId): string {
  return `/productinfo/${id}`
}

/** The choice in the address of a product's page, such as `?size=C02&finish=Grey+Stone` or `?option=Pack:+5+kg`. */
export type AddressedVariant = { size?: string | undefined; finish?: string | undefined; option?: string | undefined }

/** How the address of a product's page names this variant. */
export function addressedAs({ sizeCode, finish }: VariantName): AddressedVariant {
  return sizeCode === '' ? { option: finish } : { size: sizeCode, finish }
}

/** The page that opens with this choice. @param path such as `/productinfo/17`; its other parameters stay */
export function addressOfVariant(path: string, chosen: AddressedVariant): string {
  const [page, search] = path.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(chosen)) if (value) query.set(name, value)
  return query.size > 0 ? `${page}?${query}` : path
}

/** @param search the query of an address; the size and finish that it names need not exist */
export function readAddress(search: string): AddressedVariant {
  const query = new URLSearchParams(search)
  const read = (name: string) => query.get(name) ?? undefined
  return { size: read('size'), finish: read('finish'), option: read('option') }
}
