/** Long text of which the start is enough; the whole shows when the pointer rests on it. */
export function Truncate({ text }: { text: string }) {
  return (
    <span className="clipped" title={text}>
      {text}
    </span>
  )
}

/** A user's id. The account may be gone. */
export function Uid({ uid, none = 'gone' }: { uid: string | null | undefined; none?: string }) {
  if (!uid) return <span className="quiet">{none}</span>
  return (
    <code className="clipped" title={uid}>
      {uid}
    </code>
  )
}
