import '#web/styles/invoice.css'
import { data, Form, Link } from 'react-router'
import { BUYER_ANSWERS, type BuyerAnswer, type InvoiceLine } from '#domain/billing/invoice.ts'
import { viewInvoice } from '#domain/billing/invoice-view.ts'
import { chosenImageOf } from '#domain/catalog/catalogue-images.ts'
import type { Order } from '#domain/orders/order.ts'
import { hasRight, mayOpen } from '#domain/permissions.ts'
import { parseId } from '#domain/text.ts'
import { recordBuyerAnswer } from '#server/billing/buyer-answer.ts'
import { getUser, shopContext } from '#server/contexts.ts'
import { readForm } from '#server/http/forms.ts'
import { findOrder } from '#server/orders/queries.ts'
import { useLive } from '#web/client/live.ts'
import { PrintButton } from '#web/orders/print-button.tsx'
import { privatePageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Options } from '#web/ui/forms/options.tsx'
import type { Route } from './+types/invoice'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { getOwnInvoice } from './own-invoice.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, orderId, document, buyerAnswer } = await getOwnInvoice(context, params.id)
  const answer = hasRight(getUser(context), 'export GST') ? buyerAnswer : null
  const base = mayOpen(getUser(context), '/adminDashboard/orders') ? '/adminDashboard/orders' : '/orders'
  const order = await findOrder(context.get(shopContext).db, orderId)
  const pictures = document.lines.map((line) => pictureOf(line, order))
  return { id, orderId, orderPage: `${base}/${orderId}`, invoice: viewInvoice(document), pictures, answer }
}

/** Null: the order was deleted, has another product at this place since, or the line is its delivery fee. */
function pictureOf({ position, description }: InvoiceLine, order: Order | undefined): string | null {
  const line = order?.cartItems[position]
  return line && description.startsWith(line.title) ? chosenImageOf(line) : null
}

/** Answers with the page itself, which shows what is stored now. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const id = parseId(params.id)
  const answer = String((await readForm(request)).get('answer') ?? '')
  if (!Object.hasOwn(BUYER_ANSWERS, answer)) throw data('Unknown answer.', { status: 400 })
  const recorded =
    id && (await recordBuyerAnswer(context.get(shopContext), getUser(context), { id, answer: answer as BuyerAnswer }))
  if (!recorded) throw data(null, { status: 404 })
  return { ok: true, message: 'Saved' }
}

export const meta: Route.MetaFunction = (args) => {
  const { invoice } = (args.loaderData ?? {}) as Partial<Route.ComponentProps['loaderData']>
  const title = invoice ? `${invoice.title} ${invoice.number}` : 'Invoice'
  return privatePageMeta(args, { title, description: 'What was sold, to whom, and the tax in it.' })
}

/** An invoice, bill of supply, receipt or credit note, which prints on A4 without the shop around it. */
export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { id, orderId, orderPage, invoice, pictures, answer } = loaderData
  useLive('user')
  return (
    <div className="page stack invoice-page">
      <div className="cluster spread no-print">
        <Link to={orderPage}>Order {orderId}</Link>
        <div className="cluster">
          <a className="button quiet small" href={`/bills/${id}/pdf`}>
            PDF
          </a>
          <PrintButton className="invoice-print" />
        </div>
      </div>
      {answer && (
        <Form method="post" className="cluster bottom no-print">
          <Field
            as="select"
            label="Buyer’s answer in IMS"
            name="answer"
            defaultValue={answer}
            key={answer}
            hint="A credit note of a registered buyer reduces your tax once they accept it."
          >
            <Options of={Object.entries(BUYER_ANSWERS)} />
          </Field>
          <Button type="submit" variant="quiet">
            Save
          </Button>
        </Form>
      )}
      <InvoiceSheet invoice={invoice} pictures={pictures} />
    </div>
  )
}
