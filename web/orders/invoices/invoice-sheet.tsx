// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets what rows and cells are once they are laid out as cards
import type { InvoiceView, Party } from '#domain/billing/invoice-view.ts'
import { ProductImage } from '#web/ui/product/product-image.tsx'

type InvoiceSheetProps = {
  invoice: InvoiceView
  /** One for each line, which are not printed. */
  pictures: readonly (string | null)[]
}

/** An invoice as on paper; on a phone each of its lines is a card. */
export function InvoiceSheet({ invoice, pictures }: InvoiceSheetProps) {
  const { title, number, copy, declaration, shopName, supplier, buyer, delivery, facts, signatory } = invoice
  return (
    <article className="box stack invoice" aria-labelledby="invoice-title">
      <header className="cluster spread">
        <p className="invoice-shop">{shopName}</p>
        <div>
          <h1 id="invoice-title">
            {title} <span className="visually-hidden">{number}</span>
          </h1>
          {copy && <p className="fine">{copy}</p>}
        </div>
      </header>
      {declaration && <p className="invoice-declaration">{declaration}</p>}
      <div className="grid grid-large invoice-parties">
        <PartyBlock party={supplier} />
        <div>
          <PartyBlock party={buyer} />
          {delivery && <PartyBlock party={delivery} />}
        </div>
        <Facts className="invoice-facts" facts={facts} />
      </div>
      <Lines invoice={invoice} pictures={pictures} />
      <Sums invoice={invoice} />
      {signatory && (
        <p className="invoice-signature">
          <strong>For {signatory}</strong>
          <span>Authorised signatory</span>
        </p>
      )}
    </article>
  )
}

function PartyBlock({ party: { heading, name, lines } }: { party: Party }) {
  return (
    <section aria-label={heading}>
      <h2>{heading}</h2>
      <address>
        <strong>{name}</strong>
        {lines.join('\n')}
      </address>
    </section>
  )
}

function Facts({ className, facts }: { className: string; facts: InvoiceView['facts'] }) {
  return (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ invoice: { columns, rows }, pictures }: InvoiceSheetProps) {
  return (
    <table className="invoice-lines" role="table" aria-label="Lines">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ heading, kind }) => (
            <th key={heading} role="columnheader" scope="col" className={`invoice-${kind}`}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, place) => (
          <tr key={row[0]?.text} role="row">
            {row.map(({ text, note }, index) => {
              const { heading = '', kind = 'text' } = columns[index] ?? {}
              const picture = kind === 'text' ? pictures[place] : undefined
              return (
                <td key={heading} role="cell" className={`invoice-${kind}`} data-label={heading}>
                  {picture && <ProductImage src={picture} alt="" sizes="3rem" className="no-print" />}
                  {text}
                  {note && <small>{note}</small>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Sums({ invoice: { sums, inWords, notes } }: { invoice: InvoiceView }) {
  return (
    <div className="stack gap-5 invoice-end">
      <div>
        <p className="fine">{sums.at(-1)?.label} in words</p>
        <p>
          <strong>{inWords}</strong>
        </p>
        {notes.map((note) => (
          <p key={note} className="fine">
            {note}
          </p>
        ))}
      </div>
      <Facts className="totals" facts={sums} />
    </div>
  )
}
