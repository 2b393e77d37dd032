import type { Settings } from '#domain/shop/settings.ts'
import { type Check, OPEN_CHECKS, type ShopFacts } from './checks.ts'

export type Setup = {
  /** The shop is not ready while there are any. */
  open: Check[]
  /** Good to have. */
  advice: Check[]
  /** An admin has decided to leave them as they are. */
  kept: Check[]
}

export function decideSetup(facts: ShopFacts): Setup {
  const checks = OPEN_CHECKS.flatMap((findOpen) => findOpen(facts) || [])
  const kept = checks.filter((check) => isKept(check, facts.settings))
  const left = checks.filter((check) => !kept.includes(check))
  return { open: left.filter(({ isAdvice }) => !isAdvice), advice: left.filter(({ isAdvice }) => isAdvice), kept }
}

function isKept({ keeps }: Check, { acceptedChecks }: Settings): boolean {
  return keeps?.every((key) => acceptedChecks.includes(key)) ?? false
}

/** The accepted checks after this button; undefined: the check is not there, or has to be fixed. */
export function decideAccepted(
  { open, advice, kept }: Setup,
  accepted: readonly string[],
  { intent, id }: { intent: 'keep' | 'ask-again'; id: string },
): string[] | undefined {
  const keys = [...open, ...advice, ...kept].find((check) => check.id === id)?.keeps
  if (!keys) return undefined
  return intent === 'keep' ? [...new Set([...accepted, ...keys])] : accepted.filter((key) => !keys.includes(key))
}
