import { type RefObject, useEffect } from 'react'

/** Each time a form is refused, its first field that needs mending gets the focus, and with it comes into sight. */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, refusal])
}
