import { shopContext } from '#server/contexts.ts'
import { printLabels } from '#server/documents/papers.ts'
import { pdfResponse } from '#server/documents/pdf-response.ts'
import type { Route } from './+types/labels'
import { idsOf, refuseUnknown } from './ids-of.ts'

/** Labels of the shipments in `?shipments=1,2`, as one PDF of A6 pages. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = idsOf(request, 'shipments')
  const printed = await printLabels(context.get(shopContext), ids)
  if (!printed.ok) refuseUnknown('shipments', printed.unknown)
  return pdfResponse(printed.pdf, `labels-${ids.join('-').slice(0, 60)}.pdf`)
}
