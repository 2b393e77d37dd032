import { type ReactNode, useEffect, useMemo } from 'react'
import { useVisitor } from '#web/client/visitor.ts'
import { syncWishlist, toggleSaved, wishlistStore } from '#web/client/wishlist.ts'
import { HEART_FORM, HeartsContext } from '#web/ui/product/heart.tsx'

/** Tells the hearts of a page what this browser’s visitor has saved. */
export function Hearts({ children }: { children: ReactNode }) {
  const { ids } = wishlistStore.use()
  const userId = useVisitor()?.userId
  useEffect(() => {
    if (userId) void syncWishlist(userId)
  }, [userId])
  const hearts = useMemo(() => ({ ids, toggle: toggleSaved }), [ids])
  return (
    <HeartsContext value={hearts}>
      {children}
      <form id={HEART_FORM} method="post" action="/wishlist/items" hidden />
    </HeartsContext>
  )
}
