import { type RefObject, useEffect, useRef } from 'react'

/** For a form's `ref`: focuses the first invalid field after each rejected submit, which also scrolls it into view. */
export function useFocusOnProblem(rejection: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [rejection])
  return form
}
