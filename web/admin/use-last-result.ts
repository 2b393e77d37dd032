import { useState } from 'react'

/**
 * The answer to the form that was sent last. React Router forgets it as soon as the page is brought up to date, which a
 * live page may be at any moment.
 */
export function useLastResult<T>(answer: T | undefined): T | undefined {
  const [last, setLast] = useState(answer)
  if (answer !== undefined && answer !== last) setLast(answer)
  return answer ?? last
}
