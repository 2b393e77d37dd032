import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const PAUSE_MS = 250

type DraftArgs = {
  name: string
  version: number
  area: RefObject<HTMLTextAreaElement | null>
  /** False while the form shows something else than the current version. */
  isKept: boolean
  /** True once the text was saved; then nothing is kept. */
  isSaved: boolean
  onType: (text: string) => void
}

/**
 * Keeps what is typed in this tab until it is saved, because saving may ask for the password first, and calls `onType` after
 * a pause. The draft remembers the version that it began with.
 */
export function useTextDraft({ name, version, area, isKept, isSaved, onType }: DraftArgs) {
  const [base, setBase] = useState(version)
  const [isRestored, setIsRestored] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useEffectEvent(onType)

  const restore = useEffectEvent(() => {
    const { current } = area
    const draft = isKept ? load(name) : undefined
    // What was typed before the scripts were there is newer.
    if (!current || !draft || current.value !== current.defaultValue) return
    if (draft.markdown === current.value) return remove(name)
    current.value = draft.markdown
    setBase(draft.version)
    setIsRestored(true)
    tell(draft.markdown)
  })
  useEffect(() => {
    if (isSaved) remove(name)
  }, [isSaved, name])
  useEffect(() => {
    restore()
    return () => clearTimeout(timer.current)
  }, [])

  return {
    /** The version to send with the form. */
    version: base,
    isRestored,
    onInput({ currentTarget: { value } }: FormEvent<HTMLTextAreaElement>) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        save(name, { version: base, markdown: value })
        onType(value)
      }, PAUSE_MS)
    },
    discard() {
      remove(name)
      setIsRestored(false)
      setBase(version)
      const { current } = area
      if (!current) return
      current.value = current.defaultValue
      onType(current.value)
    },
  }
}

type Draft = { version: number; markdown: string }

const keyOf = (name: string) => `text ${name}`

function save(name: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
  } catch {
    // Storage is blocked or full; the form still holds the text.
  }
}

function load(name: string): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
    return isDraft(draft) ? draft : undefined
  } catch {
    return undefined
  }
}

function isDraft(draft: unknown): draft is Draft {
  if (typeof draft !== 'object' || draft === null || !('version' in draft) || !('markdown' in draft)) return false
  return typeof draft.version === 'number' && typeof draft.markdown === 'string'
}

function remove(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Storage is blocked, so there is no draft.
  }
}
