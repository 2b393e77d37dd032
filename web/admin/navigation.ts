import { SETTINGS_PAGES, settingsPath } from '#domain/settings/pages.ts'
import type { Counts } from '#server/admin/overview-queries.ts'

/** Numbers of tasks that wait for the desk; `toSell`: points of the setup that are open. */
export type Waiting = Counts['waiting'] & { toSell: number }

/** `isInBar`: also in the bar at the foot of a phone. `views`: of a list, which has them as tabs, or sections of a page. */
type Link = {
  label: string
  to: string
  isInBar?: boolean
  count?: (waiting: Waiting) => number
  views?: readonly Link[]
}

/** A group whose links belong to its own page, or have only a heading. */
type Group = { label: string; page?: Link; links: readonly Link[] }

const ORDERS = '/adminDashboard/orders'
const PRODUCTS = '/adminDashboard'
const SETTINGS = '/adminDashboard/settings'
/** The back office of admins and sellers. Counts are of what waits, never of totals. */
const NAVIGATION: readonly Group[] = [
  {
    label: 'Home',
    page: { label: 'Home', to: '/adminDashboard/overview', isInBar: true },
    links: [{ label: 'Sales', to: '/adminDashboard/sales' }],
  },
  {
    label: 'Orders',
    page: {
      label: 'Orders',
      to: ORDERS,
      isInBar: true,
      count: ({ dispatch, cancellations }) => dispatch + cancellations,
      views: [
        { label: 'To pack', to: `${ORDERS}?view=to-pack`, count: ({ dispatch }) => dispatch },
        { label: 'Not confirmed', to: `${ORDERS}?view=not-confirmed`, count: ({ confirmations }) => confirmations },
        { label: 'Packed', to: `${ORDERS}?view=packed` },
        { label: 'On the way', to: `${ORDERS}?view=on-the-way` },
        { label: 'Problems', to: `${ORDERS}?view=problems` },
        { label: 'Not delivered', to: `${ORDERS}?view=not-delivered` },
        { label: 'Cancellations', to: `${ORDERS}?view=cancellations`, count: ({ cancellations }) => cancellations },
        { label: 'Disputes', to: `${ORDERS}?view=disputes`, count: ({ disputes }) => disputes },
        { label: 'All', to: ORDERS },
        { label: 'Lines', to: `${ORDERS}?view=lines` },
      ],
    },
    links: [
      { label: 'Returns', to: '/adminDashboard/returns', count: ({ returns }) => returns },
      { label: 'Cash', to: '/adminDashboard/cash' },
      { label: 'Invoices', to: '/adminDashboard/invoices' },
    ],
  },
  {
    label: 'Products',
    page: {
      label: 'Products',
      to: PRODUCTS,
      isInBar: true,
      count: ({ approvals }) => approvals,
      views: [
        { label: 'All', to: PRODUCTS },
        { label: 'To approve', to: `${PRODUCTS}?view=to-approve`, count: ({ approvals }) => approvals },
        { label: 'Low stock', to: `${PRODUCTS}?view=low-stock` },
        { label: 'Off sale', to: `${PRODUCTS}?view=off-sale` },
      ],
    },
    links: [
      { label: 'Collections', to: '/adminDashboard/collections' },
      { label: 'Offers', to: '/adminDashboard/offers' },
      { label: 'Sizes', to: '/adminDashboard/sizes' },
      { label: 'Requests', to: '/adminDashboard/requests', count: ({ requests }) => requests },
      { label: 'Import', to: '/adminDashboard/import' },
    ],
  },
  {
    label: 'Products',
    page: { label: 'Products', to: '/sellerDashboard', isInBar: true },
    links: [{ label: 'Orders', to: '/sellerDashboard/orders', isInBar: true }],
  },
  {
    label: 'Customers',
    links: [
      { label: 'Users', to: '/adminDashboard/users' },
      { label: 'Messages', to: '/adminDashboard/messages', isInBar: true, count: ({ messages }) => messages },
      { label: 'Reviews', to: '/adminDashboard/reviews', count: ({ reviews }) => reviews },
      { label: 'Sent', to: '/adminDashboard/emails', count: ({ emails }) => emails },
      { label: 'Wordings', to: settingsPath('wordings') },
    ],
  },
  {
    label: 'Shop window',
    links: [
      { label: 'Banner and texts', to: settingsPath('texts') },
      { label: 'Home page', to: '/adminDashboard/home' },
      { label: 'Pages', to: '/adminDashboard/pages' },
      { label: 'Searches', to: '/adminDashboard/searches' },
      { label: 'Redirects', to: '/adminDashboard/redirects' },
    ],
  },
  {
    label: 'Settings',
    page: {
      label: 'Settings',
      to: SETTINGS,
      // Texts and wordings have links of their own.
      views: SETTINGS_PAGES.filter(({ name }) => name !== 'texts' && name !== 'wordings').map(({ name, label }) => ({
        label,
        to: settingsPath(name),
      })),
    },
    links: [
      { label: 'Staff', to: '/adminDashboard/staff' },
      { label: 'Sessions', to: '/adminDashboard/sessions' },
      { label: 'Audit', to: '/adminDashboard/audit' },
      { label: 'Ready to sell', to: '/adminDashboard/ready', count: ({ toSell }) => toSell },
    ],
  },
]

export type NavLink = { label: string; to: string; isInBar: boolean; count: number; views: NavLink[] }
export type NavGroup = { label: string; page: NavLink | undefined; links: NavLink[] }

/** The groups with the links that may be opened. */
export function navigationFor(mayOpen: (address: string) => boolean, waiting: Waiting | undefined): NavGroup[] {
  const open = ({ label, to, isInBar = false, count, views = [] }: Link): NavLink[] =>
    mayOpen(to) ? [{ label, to, isInBar, count: (waiting && count?.(waiting)) ?? 0, views: views.flatMap(open) }] : []
  return NAVIGATION.map(({ label, page, links }) => ({
    label,
    page: page && open(page)[0],
    links: links.flatMap(open),
  })).filter(({ page, links }) => page || links.length > 0)
}

/** The link of the page that is open. A subpage, such as an order, belongs to the longest address that it begins with. */
export function currentLink(groups: readonly NavGroup[], pathname: string): NavLink | undefined {
  const path = pathname
    .toLowerCase()
    .replace(/^(\/sellerdashboard)?\/(addproduct|updateproduct)\b.*/, (_path, seller = '/admindashboard') => seller)
    .replace(/^\/admindashboard\/dispatch\b/, ORDERS.toLowerCase())
    .replace(/\/?$/, '/')
  const isOpen = (to: string) => (DASHBOARD.test(to) ? path === `${to}/` : path.startsWith(`${to}/`))
  return groups
    .flatMap(({ page, links }) => [...(page ? [page, ...page.views] : []), ...links])
    .filter(({ to }) => isOpen(to.toLowerCase()))
    .sort((a, b) => b.to.length - a.to.length)[0]
}

/** The list of products, whose address all others begin with. */
const DASHBOARD = /^\/(admin|seller)dashboard$/
