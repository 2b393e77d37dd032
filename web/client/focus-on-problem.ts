import { type RefObject, useEffect } from 'react'

/** Focuses the first invalid field after each rejected submit, which also scrolls it into view. */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, rejection: unknown): void {
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, rejection])
}
