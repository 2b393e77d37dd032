/** Cuts long text; its tooltip has all of it. */
export function Truncate({ text }: { text: string }) {
  return (
    <span className="cut clipped" title={text}>
      {text}
    </span>
  )
}

/** A user's id; the account may have been deleted. */
export function UserId({ userId, none = 'gone' }: { userId: string | null | undefined; none?: string }) {
  if (!userId) return <span className="quiet">{none}</span>
  return (
    <code className="cut clipped" title={userId}>
      {userId}
    </code>
  )
}
