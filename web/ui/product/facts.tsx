type FactsProps = { facts: readonly string[]; className?: string }

/** Short facts in a row, with dots between them. Where the row breaks, no dot is left at an end or a beginning. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <p className={`facts ${className}`}>
      {facts.map((fact, index) => (
        <span key={fact}>
          {index > 0 && <span className="facts-dot"> · </span>}
          {fact}
        </span>
      ))}
    </p>
  )
}
