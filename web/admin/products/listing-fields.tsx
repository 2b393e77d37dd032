import type { ReactNode } from 'react'

/** The fields by which shoppers and collections find a product. */
export function ListingFields({ children }: { children: ReactNode }) {
  return (
    <fieldset className="stack form-group">
      <legend>Listing</legend>
      {children}
    </fieldset>
  )
}
