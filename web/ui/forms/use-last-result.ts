import { useState } from 'react'

/**
 * The result of the last form. React Router forgets it when the page revalidates, which a live page may do at any moment.
 *
 * @param page when it changes, the result is of another page; without it the result stays as long as the component
 */
export function useLastResult<T>(answer: T | undefined, page = ''): T | undefined {
  const [last, setLast] = useState({ answer, page })
  // A result comes before the page that is loaded again for it has its place in the history.
  if (answer !== undefined && (answer !== last.answer || page !== last.page)) setLast({ answer, page })
  return answer ?? (page === last.page ? last.answer : undefined)
}
