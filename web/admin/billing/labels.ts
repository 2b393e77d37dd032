import { shopContext } from '#server/contexts.ts'
import { printLabels, printLabelsOf } from '#server/documents/parcel-documents.ts'
import { pdfResponse } from '#server/documents/pdf-response.ts'
import type { Route } from './+types/labels'
import { idsOf, refuseUnknown } from './asked-documents.ts'

/** Labels of the shipments in `?shipments=1,2`, or of those of `?orders=1001,1002`, as one PDF of A6 pages. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const name = new URL(request.url).searchParams.has('orders') ? 'orders' : 'shipments'
  const ids = idsOf(request, name)
  const printed = await (name === 'orders' ? printLabelsOf : printLabels)(shop, ids)
  if (!printed.ok) refuseUnknown(name, printed.unknown)
  return pdfResponse(printed.pdf, `labels-${ids.join('-').slice(0, 60)}.pdf`)
}
