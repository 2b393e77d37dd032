import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { noteUnsaved } from '#web/client/unsaved.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { FormMessage } from '#web/ui/forms/field.tsx'
import { fillIn, readFields, type TypedFields } from './typed-fields.ts'

type DraftArgs = {
  /** Tells the forms of a page apart. */
  name: string
  form: RefObject<HTMLFormElement | null>
  /** Of what the form was filled from. The draft keeps it, so that saving still finds what others have changed since. */
  version?: string
  /** The last answer of the server, or of the check in the browser. */
  answer: object | undefined
  isSaved: boolean
  /** False while the form shows something else than what would be saved over. */
  isKept?: boolean
  onRestore?: (version: string, fields: TypedFields) => void
}

/**
 * Keeps what is typed in this tab until it is saved, through a reload and a session that has ended, and asks before somebody
 * leaves the page. A form that leads to another page when it is sent was saved, unless that page asks to log in or to confirm.
 */
export function useDraft({ name, form, version = '', answer, isSaved, isKept = true, onRestore }: DraftArgs) {
  const key = keyOf(useLocation().pathname, name)
  const [restored, setRestored] = useState<string>()
  const state = useRef<'clean' | 'unsaved' | 'sent'>('clean')
  const isFilling = useRef(false)
  const opened = restored ?? version

  function become(next: typeof state.current) {
    state.current = next
    noteUnsaved(state, next === 'unsaved')
  }

  function forget() {
    become('clean')
    removeDraft(key)
    setRestored(undefined)
  }

  function note() {
    if (!form.current || isFilling.current) return
    become('unsaved')
    if (isKept) storeDraft(key, { version: opened, fields: readFields(form.current) })
  }
  const noteInput = useEffectEvent(note)
  const noteSubmit = useEffectEvent(() => become('sent'))
  const noteGone = useEffectEvent(() => {
    if (state.current === 'sent' && !ASKS_FIRST.test(location.pathname)) removeDraft(key)
    become('clean')
  })
  const restore = useEffectEvent(() => {
    const draft = isKept ? loadDraft(key) : undefined
    if (!draft || !form.current) return
    isFilling.current = true
    const isFilled = fillIn(form.current, draft.fields)
    // Some fields appear with the value of another, and those may make others appear.
    const fillMore = (times: number) =>
      setTimeout(() => {
        if (form.current && fillIn(form.current, draft.fields) && times > 1) return fillMore(times - 1)
        isFilling.current = false
      })
    fillMore(MAX_FILLS)
    if (!isFilled) return removeDraft(key)
    become('unsaved')
    setRestored(draft.version)
    onRestore?.(draft.version, draft.fields)
  })
  const noteAnswer = useEffectEvent(() => {
    // Changes typed while the form was being saved are still unsaved.
    if (!answer || state.current !== 'sent') return
    if (isSaved) forget()
    else become('unsaved')
  })

  useEffect(() => {
    const element = form.current
    if (!element) return
    restore()
    const onInput = () => noteInput()
    const onSubmit = () => noteSubmit()
    element.addEventListener('input', onInput)
    element.addEventListener('change', onInput)
    element.addEventListener('submit', onSubmit)
    return () => {
      element.removeEventListener('input', onInput)
      element.removeEventListener('change', onInput)
      element.removeEventListener('submit', onSubmit)
      noteGone()
    }
  }, [form])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer counts once
  useEffect(() => noteAnswer(), [answer])

  return {
    isRestored: restored !== undefined,
    /** The version to send with the form. */
    version: opened,
    /** For a change that is no input of a field. */
    note,
    forget,
  }
}

const MAX_FILLS = 4
const ASKS_FIRST = /^\/(login|confirm|account\/security)\b/i

/** For a form that is filled in anew. */
export function forgetDraft(name: string): void {
  removeDraft(keyOf(location.pathname, name))
}

function keyOf(path: string, name: string): string {
  return `draft ${path} ${name}`
}

/** Says that a draft was put back into the form. */
export function DraftNotice({
  draft: { isRestored, forget },
}: {
  draft: Pick<ReturnType<typeof useDraft>, 'isRestored' | 'forget'>
}) {
  if (!isRestored) return null
  function discard() {
    forget()
    location.reload()
  }
  return (
    <FormMessage tone="plain" alert>
      Your unsaved changes were restored.{' '}
      <Button variant="link" small onClick={discard}>
        Discard them
      </Button>
    </FormMessage>
  )
}

const storedDraft = v.object({ version: v.string(), fields: v.record(v.string(), v.array(v.string())) })
type StoredDraft = v.InferOutput<typeof storedDraft>

function storeDraft(key: string, draft: StoredDraft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is blocked or full; the form still holds what was typed.
  }
}

function loadDraft(key: string): StoredDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return v.is(storedDraft, draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function removeDraft(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked, so there is no draft.
  }
}
