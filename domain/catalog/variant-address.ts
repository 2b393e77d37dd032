import type { ProductId } from './product.ts'

/** The path of a product's page, which the specification gives. */
export function productPath(id: ProductId): string {
  return `/productinfo/${id}`
}

/** A size and a finish that the address of a product's page chooses, such as `?size=C02&finish=Grey+Stone`. */
export type AddressedVariant = { size?: string | undefined; finish?: string | undefined }

/** The page that opens with this choice. @param path such as `/productinfo/17`; its other parameters stay */
export function addressOf(path: string, { size, finish }: AddressedVariant): string {
  const [page, search] = path.split('?')
  const query = new URLSearchParams(search)
  if (size) query.set('size', size)
  if (finish) query.set('finish', finish)
  return query.size > 0 ? `${page}?${query}` : path
}

/** @param search the query of an address; the size and finish that it names need not exist */
export function readAddress(search: string): AddressedVariant {
  const query = new URLSearchParams(search)
  return { size: query.get('size') ?? undefined, finish: query.get('finish') ?? undefined }
}
