import { useState } from 'react'

/**
 * The result of the last form. React Router forgets it when the page revalidates, which a live page may do at any moment.
 */
export function useLastResult<T>(answer: T | undefined): T | undefined {
  const [last, setLast] = useState(answer)
  if (answer !== undefined && answer !== last) setLast(answer)
  return answer ?? last
}
