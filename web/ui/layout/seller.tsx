import { type SellerFact, sellerFactsOf } from '#domain/shop/seller.ts'
import type { ShopInfo } from '#domain/shop/shop-info.ts'
import { useShopInfo } from '#web/ui/shop-info.ts'

type SellerDetailsProps = {
  shop: ShopInfo
  /** Labels of facts that the page shows elsewhere. */
  except?: readonly SellerFact['label'][]
}

/** The seller's details that are filled in; nothing in a fresh shop. */
export function SellerDetails({ shop, except = [] }: SellerDetailsProps) {
  const facts = sellerFactsOf(shop).filter(({ label }) => !except.includes(label))
  if (facts.length === 0) return null
  return (
    <dl className="seller">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>
            <FactText {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FactText({ lines, href }: SellerFact) {
  const text = lines.map((line) => <span key={line}>{line}</span>)
  return href ? <a href={href}>{text}</a> : text
}

/** The seller's details with a heading, at the end of a text. */
export function SellerSection({ heading }: { heading: string }) {
  const shop = useShopInfo()
  if (sellerFactsOf(shop).length === 0) return null
  return (
    <>
      <h2>{heading}</h2>
      <SellerDetails shop={shop} />
    </>
  )
}
