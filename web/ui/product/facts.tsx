/** Short facts separated by dots. Where the line wraps, no dot is left at its end or start. */
export function Facts({ facts, className = '' }: { facts: readonly string[]; className?: string }) {
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
