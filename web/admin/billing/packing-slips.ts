import { getUser, shopContext } from '#server/contexts.ts'
import { printPackingSlips } from '#server/documents/parcel-documents.ts'
import { pdfResponse } from '#server/documents/pdf-response.ts'
import type { Route } from './+types/packing-slips'
import { idsOf, refuseUnknown } from './asked-documents.ts'

/** Packing slips of the orders in `?orders=1001,1002`, as one PDF. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = idsOf(request, 'orders')
  const printed = await printPackingSlips(context.get(shopContext), getUser(context), ids)
  if (!printed.ok) refuseUnknown('orders', printed.unknown)
  return pdfResponse(printed.pdf, `packing-slips-${ids.join('-').slice(0, 60)}.pdf`)
}
