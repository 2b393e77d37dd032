import type { TimelineEntry } from '#domain/orders/timeline.ts'
import { DateTime } from '#web/ui/date-time.tsx'

/** Everything that has happened to an order, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <section aria-labelledby="timeline" className="box stack gap-3">
      <h3 id="timeline">Timeline</h3>
      <ol className="stack gap-3 timeline" reversed>
        {entries.map(({ time, kind, text, who, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added at the top, so the number from the end stays
          <li key={entries.length - index} data-kind={kind}>
            <TimelineStep time={time} text={text} who={who} detail={detail} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type TimelineStepProps = { time: string; text: string; who?: string | null; detail?: string | null }

export function TimelineStep({ time, text, who, detail }: TimelineStepProps) {
  return (
    <>
      <p>
        <strong>{text}</strong>
        {detail && <span className="timeline-detail">{detail}</span>}
      </p>
      <p className="cluster fine">
        <DateTime of={time} />
        {who && <span>{who}</span>}
      </p>
    </>
  )
}
