import { formatDateTime } from '#domain/time.ts'

export function DateTime({ of, className }: { of: string; className?: string }) {
  return (
    <time dateTime={of} className={className}>
      {formatDateTime(of)}
    </time>
  )
}
