import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { messages } from '#domain/messages.ts'
import { toast } from '#web/client/toast.ts'
import { LinkButton } from '#web/ui/forms/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { useWords } from '#web/ui/shop-info.ts'

/** Replaces an update form whose product is missing or could not be loaded. */
export function NotLoaded({ error, leaveTo }: { error: unknown; leaveTo: string }) {
  const words = useWords()
  const missing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    toast.error(messages.productLoadFailed, { id: messages.productLoadFailed })
  }, [])
  return (
    <>
      <title>{`${messages.productLoadFailed} · ${words.shop}`}</title>
      <EmptyState
        level={1}
        heading={messages.productLoadFailed}
        text={missing ? 'It may have been deleted, or the link is mistyped.' : 'Please try again in a moment.'}
        action={<LinkButton to={leaveTo}>Back to the products</LinkButton>}
      />
    </>
  )
}
