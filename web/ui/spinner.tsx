type SpinnerProps = {
  /** For screen readers; empty when there is visible text beside it. */
  label?: string
}

export function Spinner({ label = 'Loading' }: SpinnerProps) {
  return (
    <span className="spinner" role={label ? 'status' : undefined}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" pathLength="100" />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}
