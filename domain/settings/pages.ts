/** The pages of the settings in the order of their list. `intents` are the forms on them (domain/permissions.ts). */
export const SETTINGS_PAGES = [
  {
    name: 'shop',
    label: 'Shop',
    about: 'Name, logo, words for what you sell, categories, links and footer.',
    intents: ['save-shop'],
  },
  {
    name: 'look',
    label: 'Look',
    about: 'Accent colour, fonts and corners.',
    intents: ['save-look'],
  },
  {
    name: 'legal',
    label: 'Legal',
    about: 'Who sells, GST, the numbers of invoices, and customer care.',
    intents: ['save-legal'],
  },
  {
    name: 'delivery',
    label: 'Delivery',
    about: 'How long it takes, the usual parcel, and where you deliver.',
    intents: ['save-delivery', 'save-areas'],
  },
  {
    name: 'payment',
    label: 'Payment',
    about: 'Cash on delivery and its limits, and the struck-through price.',
    intents: ['save-payment'],
  },
  {
    name: 'returns',
    label: 'Returns',
    about: 'What buyers get who changed their mind, and how long the warranty is.',
    intents: ['save-returns'],
  },
  {
    name: 'messages',
    label: 'Messages',
    about: 'How emails are sent, from which address, and whether messages are acknowledged.',
    intents: ['save-messages', 'test-messages'],
  },
  {
    name: 'pause',
    label: 'Pause',
    about: 'Take no orders for a while, and say why.',
    intents: ['save-pause'],
  },
  {
    name: 'stock',
    label: 'Stock',
    about: 'When stock counts as low, and how many images a product has.',
    intents: ['save-stock'],
  },
  {
    name: 'sellers',
    label: 'Sellers',
    about: 'What a seller may send before you have looked at it.',
    intents: ['save-sellers'],
  },
  { name: 'search', label: 'Search', about: 'Words that mean the same.', intents: ['save-search'] },
  {
    name: 'connections',
    label: 'Connections',
    about: 'The keys of payment, emails, WhatsApp, contact form and courier.',
    intents: ['save'],
  },
  { name: 'texts', label: 'Texts', about: 'Banner, tips, questions, policies and other texts.', intents: [] },
  { name: 'wordings', label: 'Wordings', about: 'What messages to customers and staff say.', intents: [] },
  { name: 'security', label: 'Security', about: 'Two-step login of admins.', intents: ['security'] },
  {
    name: 'privacy',
    label: 'Privacy',
    about: 'How long personal data is kept, and who answers for it.',
    intents: ['save-privacy'],
  },
] as const satisfies readonly { name: string; label: string; about: string; intents: readonly string[] }[]

export type SettingsPageName = (typeof SETTINGS_PAGES)[number]['name']

export function isSettingsPage(name: string): name is SettingsPageName {
  return SETTINGS_PAGES.some((page) => page.name === name)
}

/** Those whose forms are sections of settings; the others have pages of their own. */
export const FORM_PAGES = SETTINGS_PAGES.filter(
  (page) => page.name !== 'texts' && page.name !== 'wordings' && page.name !== 'connections',
)

export type FormPageName = (typeof FORM_PAGES)[number]['name']

/** The page of a form; undefined: no form of the settings has this intent. */
export function settingsPageOf(intent: string): FormPageName | undefined {
  return FORM_PAGES.find(({ intents }) => intents.some((each) => each === intent))?.name
}

export function settingsPath(name: SettingsPageName): string {
  return `/adminDashboard/settings/${name}`
}
