import { Icon } from '#web/ui/icons.tsx'

export function Stars({ rating }: { rating: number }) {
  return (
    <div className="row gap-1 stars" role="img" aria-label={`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className={star <= rating ? undefined : 'empty'}>
          <Icon name="star" />
        </span>
      ))}
    </div>
  )
}
