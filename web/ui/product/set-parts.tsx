import { choiceOf, type QuotedPart } from '#domain/orders/order.ts'

/** What one set holds, below its name. */
export function SetParts({ title, parts }: { title: string; parts: readonly QuotedPart[] }) {
  return (
    <ul className="fine quiet" aria-label={`Parts of ${title}`}>
      {parts.map((part) => (
        <li key={`${part.id} ${choiceOf(part)}`}>
          {[`${part.quantity} × ${part.title}`, ...choiceOf(part)].join(', ')}
        </li>
      ))}
    </ul>
  )
}
