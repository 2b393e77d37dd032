import { getUser, rateLimitKeyOf, shopContext } from '#server/contexts.ts'
import { renderBill } from '#server/documents/bill.ts'
import { pdfResponse } from '#server/documents/pdf-response.ts'
import { tooManyRequests } from '#server/http/rate-limit.ts'
import type { Route } from './+types/bill-pdf'
import { getOwnBill } from './own-bill.ts'

/** The bill as a PDF: the same bytes each time. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { number, document } = await getOwnBill(context, params.id)
  if (getUser(context).role !== 'admin') {
    const tooMany = await context.get(shopContext).limits.consume('billPdf', rateLimitKeyOf(context))
    if (tooMany) return new Response(tooMany.message, tooManyRequests(tooMany))
  }
  return pdfResponse(await renderBill(document), `${number.replaceAll('/', '-')}.pdf`)
}
