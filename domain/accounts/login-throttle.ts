/** Failed logins of one account from all networks together. The level decays over time (a leaky bucket). */
export type LoginFailures = {
  level: number
  /** When the level was updated. */
  atMs: number
  pausedUntilMs: number
  /** Failures by network since the level was last zero; the keys are hashes of the addresses. */
  networks: Record<string, number>
}

/** Failures that are tolerated before logins are slowed down. */
const FREE_FAILURES = 30
/** Each network counts up to this, so that it takes four networks to slow an account down. */
const MAX_PER_NETWORK = 10
const DECAY_MS = 120_000
/** Each further failure lengthens the pause before the next attempt by this much. */
const PAUSE_STEP_MS = 4000
/** With the decay, a distributed attack gets 30 attempts an hour. */
const MAX_PAUSE_MS = 120_000
/** Further networks count, but are not stored. */
const MAX_NETWORKS = 200

export type LoginDecision =
  | { ok: false; waitMs: number }
  /** `isReached`: this attempt has used up the free failures. */
  | { ok: true; next: LoginFailures; isReached: boolean }

/**
 * May this account be tried now? The attempt counts as failed until a successful login resets it.
 *
 * @param factor multiplies the limits
 */
export function decideLogin(
  known: LoginFailures | undefined,
  { network, nowMs, factor = 1 }: { network: string; nowMs: number; factor?: number },
): LoginDecision {
  const failures = decay(known, nowMs)
  if (failures.pausedUntilMs > nowMs) return { ok: false, waitMs: failures.pausedUntilMs - nowMs }

  const before = failures.networks[network] ?? 0
  const isKnown = before > 0 || Object.keys(failures.networks).length < MAX_NETWORKS
  const level = before < MAX_PER_NETWORK * factor ? failures.level + 1 : failures.level
  const above = level - FREE_FAILURES * factor
  const pauseMs = above > 0 ? Math.min(above * PAUSE_STEP_MS, MAX_PAUSE_MS) : 0
  const networks = isKnown ? { ...failures.networks, [network]: before + 1 } : failures.networks
  return {
    ok: true,
    next: { level, atMs: nowMs, pausedUntilMs: nowMs + pauseMs, networks },
    isReached: above > 0 && failures.level <= FREE_FAILURES * factor,
  }
}

/** A successful login forgives the earlier failures of its network. */
export function withoutNetwork(known: LoginFailures, network: string, nowMs: number, factor = 1): LoginFailures {
  const { level, networks, ...rest } = decay(known, nowMs)
  const { [network]: own = 0, ...others } = networks
  return {
    ...rest,
    level: Math.max(0, level - Math.min(own, MAX_PER_NETWORK * factor)),
    networks: others,
    pausedUntilMs: nowMs,
  }
}

export function endOfFailures({ level, atMs, pausedUntilMs }: LoginFailures): number {
  return Math.max(pausedUntilMs, atMs + level * DECAY_MS)
}

function decay(known: LoginFailures | undefined, nowMs: number): LoginFailures {
  const none = { level: 0, atMs: nowMs, pausedUntilMs: 0, networks: {} }
  if (!known) return none
  const level = known.level - Math.max(0, nowMs - known.atMs) / DECAY_MS
  return level > 0 ? { ...known, level, atMs: nowMs } : { ...none, pausedUntilMs: known.pausedUntilMs }
}
