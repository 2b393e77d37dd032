/** The sections of the home page in the specified order. */
export const HOME_SECTIONS = {
  banner: 'Banner',
  featured: 'Featured Products',
  visited: 'Recently visited',
  tips: 'Tips and guides',
  why: 'Why choose us',
  testimonials: 'Testimonials',
} as const
export type HomeSection = keyof typeof HOME_SECTIONS

const ALL = Object.keys(HOME_SECTIONS) as HomeSection[]

type HomeOrder = { homeOrder: readonly string[]; homeHidden: readonly string[] }

/** Every section in the owner's order; those that it does not name follow in the specified one. */
export function orderHome({ homeOrder }: Pick<HomeOrder, 'homeOrder'>): HomeSection[] {
  const named = ALL.filter((name) => homeOrder.includes(name))
  named.sort((a, b) => homeOrder.indexOf(a) - homeOrder.indexOf(b))
  return [...named, ...ALL.filter((name) => !homeOrder.includes(name))]
}

export function shownOnHome(order: HomeOrder): HomeSection[] {
  return orderHome(order).filter((name) => !order.homeHidden.includes(name))
}

/** Moves one section up or down. @param form with a number for each section, a box for each that is shown, and `move` */
export function parseHomeOrder(form: FormData): HomeOrder {
  const placeOf = (name: HomeSection) => {
    const place = Number.parseFloat(String(form.get(`place ${name}`)))
    return Number.isNaN(place) ? ALL.length + 1 : place
  }
  const order = ALL.toSorted((a, b) => placeOf(a) - placeOf(b))
  const [name, way] = String(form.get('move') ?? '').split(' ')
  const from = order.map(String).indexOf(name ?? '')
  const to = from + (way === 'up' ? -1 : 1)
  const moved = order[from]
  if (moved && to >= 0 && to < order.length) order.splice(to, 0, ...order.splice(from, 1))
  return { homeOrder: order, homeHidden: ALL.filter((each) => !form.has(`show ${each}`)) }
}
