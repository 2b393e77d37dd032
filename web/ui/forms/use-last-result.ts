import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * The result of the page's last form, until the next navigation, also one to the same page, as after a form that was saved.
 * React Router itself forgets the result when the page revalidates, which a live page may do at any moment.
 */
export function useLastResult<T>(answer: T | undefined): T | undefined {
  const page = useLocation().key
  const { state, formMethod, location } = useNavigation()
  // While the page is read after a form, the location still has the key of before.
  const next = state === 'loading' && formMethod !== undefined ? location.key : page
  const [last, setLast] = useState({ answer, page: next })
  if (answer !== undefined && answer !== last.answer) setLast({ answer, page: next })
  return answer ?? (last.page === page || last.page === next ? last.answer : undefined)
}
