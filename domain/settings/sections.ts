import { legalSection } from '#domain/billing/legal-section.ts'
import { privacySection } from '#domain/privacy/retention.ts'
import { searchSection } from '#domain/search/search-section.ts'
import type { Section } from '#domain/shop/section.ts'
import { deliverySection } from './delivery-section.ts'
import { lookSection } from './look-section.ts'
import { messagesSection } from './messages-section.ts'
import { pauseSection } from './pause-section.ts'
import { paymentSection } from './payment-section.ts'
import { returnsSection } from './returns-section.ts'
import { sellerSection } from './seller-section.ts'
import { shopSection } from './shop-section.ts'
import { stockSection } from './stock-section.ts'

/** The forms of settings that are saved alike, by their intent; domain/permissions.ts has a row for each. */
export const SECTIONS = {
  'save-shop': shopSection,
  'save-look': lookSection,
  'save-legal': legalSection,
  'save-delivery': deliverySection,
  'save-payment': paymentSection,
  'save-returns': returnsSection,
  'save-messages': messagesSection,
  'save-pause': pauseSection,
  'save-stock': stockSection,
  'save-sellers': sellerSection,
  'save-search': searchSection,
  'save-privacy': privacySection,
} as const satisfies Record<string, Section>

export type SectionName = keyof typeof SECTIONS
