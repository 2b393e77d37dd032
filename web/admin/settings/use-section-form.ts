import { useEffect, useRef, useState } from 'react'
import { useFocusOnProblem } from '#web/client/focus-on-problem.ts'
import type { SectionResult, StoredSection } from './section-result.ts'

/**
 * The state of a section's form. What somebody else saves replaces the fields only while nothing has been typed; otherwise the
 * form keeps its version, so that the server tells about both.
 */
export function useSectionForm(stored: StoredSection, result: SectionResult | undefined) {
  const refused = result?.ok === false ? result : undefined
  const [filled, setFilled] = useState({ values: refused?.values ?? stored.values, from: stored })
  const [fills, setFills] = useState<Readonly<Record<string, number>>>({})
  const [version, setVersion] = useState(refused?.values.version ?? stored.version)
  const [seen, setSeen] = useState<SectionResult>()
  const [givenUp, setGivenUp] = useState<SectionResult>()
  const form = useFocusOnProblem(refused)
  const sent = useRef<Record<string, string>>(undefined)

  if (result && result !== seen) {
    setSeen(result)
    const answered = result.ok ? result.version : result.conflict?.version
    if (answered) setVersion(answered)
  }

  useEffect(() => {
    if (filled.from.version === stored.version || !form.current) return
    const isOwn = result?.ok && result.version === stored.version
    const typed = typedIn(form.current)
    if (isSame(typed, filled.from.values) || (isOwn && sent.current && isSame(typed, sent.current))) take(stored)
  })

  function take(from: StoredSection) {
    const outdated = form.current ? listOutdated(typedIn(form.current), from.values) : []
    setFills((before) => ({
      ...before,
      ...Object.fromEntries(outdated.map((name) => [name, (before[name] ?? 0) + 1])),
    }))
    setFilled({ values: from.values, from })
    setVersion(from.version)
    setGivenUp(result)
  }

  const shown = refused === givenUp ? undefined : refused
  return {
    form,
    version,
    values: filled.values,
    /** Mounts a field again when it is filled with another value than it shows; the others keep the focus. */
    keyOf: (name: string) => `${name} ${fills[name] ?? 0}`,
    refused: shown,
    takeStored: () => take(shown?.conflict ?? stored),
    noteSent() {
      sent.current = form.current ? typedIn(form.current) : undefined
    },
  }
}

/** The fields as text; a chosen file as what tells it from others. */
function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed = new Map<string, string>()
  // Without a chosen file an image stays as it is.
  for (const { type, name } of form.querySelectorAll('input')) if (type === 'file') typed.set(name, KEPT)
  for (const [name, value] of new FormData(form)) {
    if (name === 'intent' || name === 'version') continue
    // Browsers send line breaks in their own way.
    if (typeof value === 'string') typed.set(name, value.replace(/\r\n?/g, '\n'))
    else if (value.size > 0) typed.set(name, `${value.name} ${value.size} ${value.lastModified}`)
  }
  return Object.fromEntries(typed)
}

const KEPT = ' kept'

function isSame(typed: Record<string, string>, values: Record<string, string>): boolean {
  const names = new Set([...Object.keys(typed), ...Object.keys(values)])
  return [...names].every((name) => isField(name, typed, values))
}

function isField(name: string, typed: Record<string, string>, values: Record<string, string>): boolean {
  return typed[name] === KEPT || (typed[name] ?? '') === (values[name] ?? '')
}

/** A box that is no setting, such as `Remove logo`, belongs to the image. */
function listOutdated(typed: Record<string, string>, values: Record<string, string>): string[] {
  const hasMore = Object.keys(typed).some((name) => !(name in values))
  return Object.keys(values).filter((name) => !isField(name, typed, values) || (hasMore && typed[name] === KEPT))
}
