import { deliverySection } from '#domain/settings/delivery-section.ts'
import { type SettingsPageName, settingsPath } from '#domain/settings/pages.ts'
import { paymentSection } from '#domain/settings/payment-section.ts'
import { lookSection } from '#domain/settings/sections.ts'
import { defaultSettings, type SettingName, type Settings } from '#domain/shop/settings.ts'
import type { ShopFacts } from './checks.ts'

export type FirstStep = { name: string; about: string; link: string; isDone: boolean }

type FirstFacts = Pick<ShopFacts, 'begun' | 'demoProducts' | 'payment' | 'settings'>

/** Name, look, first product, delivery, payment and tax, in this order, each with the form that does it. */
export function firstHourOf({ begun, demoProducts, payment, settings }: FirstFacts): FirstStep[] {
  const { acceptedChecks, logo, taxRegime } = settings
  const step = (page: SettingsPageName, name: string, about: string, isDone: boolean): FirstStep => ({
    name,
    about,
    link: settingsPath(page),
    isDone,
  })
  return [
    step('shop', 'Name', 'What the shop is called, and your word for what it sells.', isChanged('shopName')),
    step(
      'look',
      'Look',
      'Accent colour, fonts and corners; the logo is under Shop.',
      logo !== '' || haveChanged(lookSection),
    ),
    {
      name: 'First product',
      about: 'Pictures, price and stock in one form.',
      link: '/addproduct',
      isDone: begun ? begun.hasProducts : demoProducts === 0,
    },
    step(
      'delivery',
      'Delivery',
      'How long it takes, and where you deliver.',
      begun?.hasAreas === true || haveChanged(deliverySection) || isKept('delivery-and-cash'),
    ),
    step(
      'payment',
      'Payment',
      'Cash on delivery and its limits. Online payment is connected under Connections.',
      payment === 'live' || haveChanged(paymentSection) || isKept('no-payment') || isKept('delivery-and-cash'),
    ),
    step('legal', 'Tax', 'Your tax regime and GSTIN, and who sells.', taxRegime !== ''),
  ]

  function isChanged(name: SettingName): boolean {
    return settings[name] !== defaultSettings[name]
  }

  function haveChanged({ names }: { names: readonly (keyof Settings)[] }): boolean {
    return names.some(isChanged)
  }

  function isKept(check: string): boolean {
    return acceptedChecks.includes(check)
  }
}
