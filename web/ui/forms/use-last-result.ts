import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The result of the page's last form, until the next navigation, also one to the same page, as after a form that was saved.
 * React Router itself forgets the result when the page revalidates, which a live page may do at any moment.
 */
export function useLastResult<T>(answer: T | undefined): T | undefined {
  const page = useLocation().key
  const [last, setLast] = useState({ answer, page })
  // A result is rendered before the location has the key of its submission, so it is stored again with the new key.
  if (answer !== undefined && (answer !== last.answer || page !== last.page)) setLast({ answer, page })
  return answer ?? (page === last.page ? last.answer : undefined)
}
