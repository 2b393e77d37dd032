import { useWords } from '#web/client/shop-info.ts'
import { LinkButton } from './forms/button.tsx'

/** Leads to all products, from a page that has none. */
export function SeeAllLink() {
  const { nouns } = useWords()
  return <LinkButton to="/allproduct">{`See all ${nouns}`}</LinkButton>
}
