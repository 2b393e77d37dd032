import { hasRight } from '#domain/permissions.ts'
import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { renderInvoice } from '#server/documents/invoice.ts'
import { pdfResponse } from '#server/documents/pdf-response.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Route } from './+types/invoice-pdf'
import { getOwnInvoice } from './own-invoice.ts'

/** The invoice as a PDF: the same bytes each time, until the shop changes its accent colour. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { number, document } = await getOwnInvoice(context, params.id)
  if (!hasRight(getUser(context), 'see invoices')) {
    const tooMany = await context.get(shopContext).limits.consume('invoicePdf', rateLimitKeyOf(context))
    if (tooMany) return new Response(tooMany.message, tooManyRequests(tooMany))
  }
  const { accentColour } = await context.get(shopContext).settings.read()
  return pdfResponse(await renderInvoice(document, accentColour), `${number.replaceAll('/', '-')}.pdf`)
}
