import { wordsOf } from './words.ts'

/** A page of the shop that shoppers search for as they search for products. */
export type NamedPage = { label: string; to: string }

/** A name of several words is found when all of them are searched for, in any order. */
const PAGES: readonly (NamedPage & { names: readonly string[] })[] = [
  {
    label: 'Track order',
    to: '/track',
    names: ['track', 'tracking', 'order', 'orders', 'parcel', 'shipment', 'cancel', 'invoice'],
  },
  { label: 'Warranty', to: '/warranty', names: ['warranty', 'guarantee', 'broken', 'damaged'] },
  {
    label: 'Refunds and returns',
    to: '/refund-policy',
    names: ['return', 'returns', 'refund', 'refunds', 'exchange', 'replacement', 'voucher'],
  },
  {
    label: 'Contact us',
    to: '/contactUs',
    names: ['contact', 'help', 'support', 'phone', 'email', 'complaint', 'customer care', 'customer service'],
  },
  {
    label: 'Delivery to your pincode',
    to: '/pincode',
    names: ['delivery', 'shipping', 'pincode', 'pin code', 'cash on delivery', 'cod'],
  },
  { label: 'Questions and answers', to: '/faq', names: ['faq', 'faqs', 'questions', 'question', 'answers'] },
  { label: 'Cart', to: '/cart', names: ['cart', 'basket', 'checkout'] },
  { label: 'Login', to: '/login', names: ['login', 'log in', 'sign in', 'account', 'password'] },
  { label: 'Signup', to: '/signup', names: ['signup', 'sign up', 'register'] },
  { label: 'Terms and conditions', to: '/termsAndConditions', names: ['terms', 'conditions'] },
  { label: 'Privacy', to: '/privacy', names: ['privacy', 'cookies'] },
]

/** More of the owner's pages than this are no answer. */
const MAX_OWN = 5

/** The pages that these words name. @param own the owner's, found when their titles have all of the words */
export function findPages(query: string, own: readonly NamedPage[] = []): NamedPage[] {
  const typed = new Set(wordsOf(query))
  const named = PAGES.filter(({ names }) => names.some((name) => wordsOf(name).every((word) => typed.has(word))))
  const titled = own.filter(({ label }) => {
    const words = wordsOf(label)
    return typed.size > 0 && [...typed].every((word) => words.includes(word))
  })
  return [...named, ...titled.slice(0, MAX_OWN)].map(({ label, to }) => ({ label, to }))
}
