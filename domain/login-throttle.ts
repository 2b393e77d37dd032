/** Failed logins at one account from all networks together. The level sinks with time, so that nothing is held against anybody for long. */
export type LoginFailures = {
  level: number
  /** When the level was that. */
  atMs: number
  pausedUntilMs: number
  /** How often each network has failed since the level was last zero, by a name that hides the address. */
  networks: Record<string, number>
}

/** So many failures are nothing unusual. */
const FREE = 30
/** One network counts no further than that, so that it takes four to slow an account down for everybody else. */
const PER_NETWORK = 10
const SINKS_ONE_IN_MS = 120_000
/** Each failure above the free ones makes the pause before the next attempt so much longer … */
const STEP_MS = 4000
/** … but nobody is asked to wait longer than this. With the sinking it lets a distributed guesser try 30 times an hour. */
const LONGEST_PAUSE_MS = 120_000
/** Further networks still count, but are not told apart. */
const MOST_NETWORKS = 200

export type LoginDecision =
  | { ok: false; waitMs: number }
  /** @param isReached the free failures were used up by this attempt */
  | { ok: true; next: LoginFailures; isReached: boolean }

/**
 * May somebody try a password for this account now? The attempt counts as failed until it has turned out otherwise.
 *
 * @param factor how generous, as a multiple
 */
export function decideLogin(
  known: LoginFailures | undefined,
  { network, nowMs, factor = 1 }: { network: string; nowMs: number; factor?: number },
): LoginDecision {
  const failures = sunk(known, nowMs)
  if (failures.pausedUntilMs > nowMs) return { ok: false, waitMs: failures.pausedUntilMs - nowMs }

  const before = failures.networks[network] ?? 0
  const isKnown = before > 0 || Object.keys(failures.networks).length < MOST_NETWORKS
  const level = before < PER_NETWORK * factor ? failures.level + 1 : failures.level
  const above = level - FREE * factor
  const pauseMs = above > 0 ? Math.min(above * STEP_MS, LONGEST_PAUSE_MS) : 0
  const networks = isKnown ? { ...failures.networks, [network]: before + 1 } : failures.networks
  return {
    ok: true,
    next: { level, atMs: nowMs, pausedUntilMs: nowMs + pauseMs, networks },
    isReached: above > 0 && failures.level <= FREE * factor,
  }
}

/** A successful login resets the owner's own failed attempts. */
export function withoutNetwork(known: LoginFailures, network: string, nowMs: number, factor = 1): LoginFailures {
  const { level, networks, ...rest } = sunk(known, nowMs)
  const { [network]: own = 0, ...others } = networks
  return {
    ...rest,
    level: Math.max(0, level - Math.min(own, PER_NETWORK * factor)),
    networks: others,
    pausedUntilMs: nowMs,
  }
}

/** When nothing of it will count any more. */
export function endOfFailures({ level, atMs, pausedUntilMs }: LoginFailures): number {
  return Math.max(pausedUntilMs, atMs + level * SINKS_ONE_IN_MS)
}

function sunk(known: LoginFailures | undefined, nowMs: number): LoginFailures {
  const none = { level: 0, atMs: nowMs, pausedUntilMs: 0, networks: {} }
  if (!known) return none
  const level = known.level - Math.max(0, nowMs - known.atMs) / SINKS_ONE_IN_MS
  return level > 0 ? { ...known, level, atMs: nowMs } : { ...none, pausedUntilMs: known.pausedUntilMs }
}
