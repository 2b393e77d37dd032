import { LinkButton } from '#web/ui/forms/button.tsx'
import { useWords } from '#web/ui/shop-info.ts'

/** Leads to all products. */
export function SeeAllLink({ variant }: { variant?: 'link' }) {
  const { nouns } = useWords()
  return <LinkButton to="/allproduct" variant={variant}>{`See all ${nouns}`}</LinkButton>
}
