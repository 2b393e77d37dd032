import { addMonths } from './ask.ts'
import { isOpenReturn, type ReturnState } from './return-request.ts'

/** A complaint is acknowledged within 48 hours and settled within one month (E-Commerce Rules 2020, rule 4(5)). */
const ACKNOWLEDGE_WITHIN_MS = 48 * 3_600_000
const SETTLE_WITHIN_MONTHS = 1

export type ReturnClock = { until: Date; isLate: boolean }
/** Undefined: it was done already, or need not be done. */
export type ReturnClocks = { acknowledge: ReturnClock | undefined; settle: ReturnClock | undefined }

/** The times by which a request is to be acknowledged and settled, while they run. */
export function clocksOf(
  { time, state, isAcknowledged }: { time: Date; state: ReturnState; isAcknowledged: boolean },
  now: Date,
): ReturnClocks {
  if (!isOpenReturn(state)) return { acknowledge: undefined, settle: undefined }
  const clock = (until: Date) => ({ until, isLate: now.getTime() > until.getTime() })
  return {
    acknowledge: isAcknowledged ? undefined : clock(new Date(time.getTime() + ACKNOWLEDGE_WITHIN_MS)),
    settle: clock(addMonths(time, SETTLE_WITHIN_MONTHS)),
  }
}
