import { useEffect, useRef, useState } from 'react'
import { useProblems } from '#web/client/problems.ts'
import type { SectionResult, StoredSection } from './section-result.ts'

/**
 * The state of a section's form. What somebody else saves replaces the fields only while nothing has been typed; otherwise the
 * form keeps its version, so that the server reports the conflict.
 */
export function useSectionForm(stored: StoredSection, result: SectionResult | undefined) {
  const refused = result?.ok === false ? result : undefined
  const [filled, setFilled] = useState({ values: refused?.values ?? stored.values, from: stored })
  const [fills, setFills] = useState<Readonly<Record<string, number>>>({})
  const [version, setVersion] = useState(refused?.values.version ?? stored.version)
  /** The last result, and the version that was loaded when it came, which may be older than the result. */
  const [seen, setSeen] = useState<{ result: SectionResult; loaded: string }>()
  const [givenUp, setGivenUp] = useState<SectionResult>()
  const [typed, setTyped] = useState<Record<string, string>>()
  const { form, problems, message } = useProblems(refused)
  const sent = useRef<Record<string, string>>(undefined)

  if (result && result !== seen?.result) {
    setSeen({ result, loaded: stored.version })
    const answered = result.ok ? result.version : result.conflict?.version
    if (answered) setVersion(answered)
  }

  useEffect(() => {
    if (filled.from.version === stored.version || !form.current) return
    const isLoadedSince = result?.ok && (result.version === stored.version || seen?.loaded !== stored.version)
    const now = typedIn(form.current)
    const isUntouched =
      isSame(now, filled.from.values, fixedIn(form.current)) ||
      (isLoadedSince && sent.current && isSame(now, sent.current))
    if (isUntouched) take(stored)
  })

  function take(from: StoredSection) {
    const outdated = form.current ? listOutdated(typedIn(form.current), from.values) : []
    setFills((before) => ({
      ...before,
      ...Object.fromEntries(outdated.map((name) => [name, (before[name] ?? 0) + 1])),
    }))
    setFilled({ values: from.values, from })
    setTyped(undefined)
    setVersion(from.version)
    setGivenUp(result)
  }

  const shown = refused === givenUp ? undefined : refused
  return {
    form,
    version,
    setVersion,
    values: filled.values,
    /** Changes, and so remounts a field, when another value replaces the one that it shows; the other fields keep the focus. */
    keyOf: (name: string) => `${name} ${fills[name] ?? 0}`,
    refused: shown,
    problems: shown ? problems : {},
    message: shown && message,
    takeStored: () => take(shown?.conflict ?? stored),
    /** The fields as they are now. */
    typed: typed ?? filled.values,
    noteTyped() {
      if (form.current) setTyped(typedIn(form.current))
    },
    noteSent() {
      sent.current = form.current ? typedIn(form.current) : undefined
    },
  }
}

/** The fields as text; a chosen file as its name, size and time. */
function typedIn(form: HTMLFormElement): Record<string, string> {
  const typed = new Map<string, string>()
  // Without a chosen file an image stays as it is.
  for (const { type, name } of form.querySelectorAll('input')) if (type === 'file') typed.set(name, KEPT)
  for (const [name, value] of new FormData(form)) {
    if (name === 'intent' || name === 'version') continue
    // Browsers submit line breaks as CRLF.
    if (typeof value === 'string') typed.set(name, value.replace(/\r\n?/g, '\n'))
    else if (value.size > 0) typed.set(name, `${value.name} ${value.size} ${value.lastModified}`)
  }
  return Object.fromEntries(typed)
}

const KEPT = ' kept'

/** @param fixed fields that are not compared */
function isSame(typed: Record<string, string>, values: Record<string, string>, fixed = new Set<string>()): boolean {
  const names = new Set([...Object.keys(typed), ...Object.keys(values)])
  return [...names].every((name) => fixed.has(name) || isField(name, typed, values))
}

/** Fields that nobody can type into, such as the zone of the last row of fees, which is stored once that row has a fee. */
function fixedIn(form: HTMLFormElement): Set<string> {
  return new Set([...form.querySelectorAll<HTMLInputElement>('input[readonly]')].map(({ name }) => name))
}

function isField(name: string, typed: Record<string, string>, values: Record<string, string>): boolean {
  return typed[name] === KEPT || (typed[name] ?? '') === (values[name] ?? '')
}

/** The fields to refill. A checkbox that is not a setting, such as `Remove logo`, belongs to the image, which is refilled too. */
function listOutdated(typed: Record<string, string>, values: Record<string, string>): string[] {
  const hasMore = Object.keys(typed).some((name) => !(name in values))
  return Object.keys(values).filter((name) => !isField(name, typed, values) || (hasMore && typed[name] === KEPT))
}
