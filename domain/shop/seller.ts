import type { ShopInfo } from './shop-info.ts'

/** One line of who sells. `lines`: as they are printed below each other; `href`: writes or calls. */
export type SellerFact = { label: string; lines: readonly string[]; href?: string }

/** The seller's details that are filled in (Consumer Protection (E-Commerce) Rules 2020, rule 5); at first none. */
export function sellerFactsOf(shop: ShopInfo): SellerFact[] {
  const phone = shop.customerCarePhone.replace(/[^\d+]/g, '')
  const facts: SellerFact[] = [
    { label: 'Legal name', lines: linesOf(shop.legalName) },
    { label: 'Address', lines: linesOf(shop.legalAddress) },
    { label: 'GSTIN', lines: linesOf(shop.gstin) },
    { label: 'Customer care', lines: linesOf(shop.customerCareEmail), href: `mailto:${shop.customerCareEmail}` },
    { label: 'Phone', lines: linesOf(shop.customerCarePhone), ...(phone && { href: `tel:${phone}` }) },
    { label: 'Grievance officer', lines: linesOf(shop.grievanceOfficer) },
  ]
  return facts.filter(({ lines }) => lines.length > 0)
}

/** Ends every email: the shop's name, and below it who sells, as far as it is filled in. */
export function signatureOf(shop: ShopInfo): string {
  const facts = sellerFactsOf(shop).map(({ label, lines }) =>
    label === 'Legal name' ? lines.join(', ') : `${label}: ${lines.join(', ')}`,
  )
  const seller = facts.length > 0 ? `\n${facts.join('. ')}.` : ''
  return `${shop.shopName}${seller}`.replace(/[<>{}]/g, '')
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
