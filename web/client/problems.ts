import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Parsed, Problems } from '#domain/form-fields.ts'
import { FIX } from '#web/form-actions.ts'

type Rejection = { problems?: Problems; message?: string }

type FormProblems = {
  form: RefObject<HTMLFormElement | null>
  problems: Problems
  /** The message about the form as a whole. */
  message: string | undefined
}

/**
 * The problems of a rejected form. Each rejection focuses its first wrong field, which also scrolls it into view. A problem goes
 * as soon as its field has another value that is right; new ones appear with the next submit.
 *
 * @param rejection the answer to the submit; the next one is another object
 * @param parse     the rule of the form; without it a field is right when its own constraints say so
 */
export function useProblems(
  rejection: Rejection | undefined,
  parse?: (form: FormData) => Parsed<unknown>,
): FormProblems {
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef<FormData>(undefined)
  const [shown, setShown] = useState({ rejection, problems: rejection?.problems ?? {} })
  if (shown.rejection !== rejection) setShown({ rejection, problems: rejection?.problems ?? {} })
  const { problems } = shown

  const forgetMended = useEffectEvent((target: EventTarget | null) => {
    if (!form.current || !sent.current) return
    const typed = new FormData(form.current)
    const before = sent.current
    const parsed = parse?.(typed)
    const isWrong = (name: string) => (parsed ? !parsed.ok && name in parsed.problems : !isValid(target))
    const left = Object.entries(problems).filter(([name]) => !isChanged(name, before, typed) || isWrong(name))
    if (left.length < Object.keys(problems).length) setShown({ rejection, problems: Object.fromEntries(left) })
  })

  useEffect(() => {
    const element = form.current
    if (!rejection || !element) return
    sent.current = new FormData(element)
    element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // One field may fill in another, in the next rendering.
    const onInput = ({ target }: Event) => setTimeout(() => forgetMended(target))
    element.addEventListener('input', onInput)
    return () => element.removeEventListener('input', onInput)
  }, [rejection])

  return { form, problems, message: messageOf(rejection, problems) }
}

function messageOf(rejection: Rejection | undefined, { form, ...fields }: Problems): string | undefined {
  const message = form ?? rejection?.message ?? FIX
  return message === FIX && Object.keys(fields).length === 0 ? undefined : message
}

function isChanged(name: string, before: FormData, typed: FormData): boolean {
  const [was, is] = [before, typed].map((form) => form.getAll(name).map((it) => (it instanceof File ? it.name : it)))
  return JSON.stringify(was) !== JSON.stringify(is)
}

function isValid(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.matches(':invalid:not(form)'))
}
