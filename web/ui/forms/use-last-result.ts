import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The result of the page's last form, until another page or the same one is opened, as a form that was saved does.
 * React Router forgets it when the page revalidates, which a live page may do at any moment.
 */
export function useLastResult<T>(answer: T | undefined): T | undefined {
  const page = useLocation().key
  const [last, setLast] = useState({ answer, page })
  // A result comes before the page that is loaded again for it has its place in the history.
  if (answer !== undefined && (answer !== last.answer || page !== last.page)) setLast({ answer, page })
  return answer ?? (page === last.page ? last.answer : undefined)
}
