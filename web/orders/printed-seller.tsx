import { Logo } from '#web/ui/layout/logo.tsx'
import { SellerDetails } from '#web/ui/layout/seller.tsx'
import { useShopInfo } from '#web/ui/shop-info.ts'

/** Whose order it is, on paper, where the page's header and footer are left out. */
export function PrintedSeller() {
  const shop = useShopInfo()
  return (
    <div className="only-print stack gap-2">
      <Logo />
      {/* The drawn one says it. */}
      {shop.logo && <strong>{shop.shopName}</strong>}
      <SellerDetails shop={shop} />
    </div>
  )
}
