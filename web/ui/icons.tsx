const STROKES = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  cart: 'M3 4h2.2l2.3 10.5h9.8L19.5 7H6.2M9 19.2h.01M16 19.2h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9 12 15.5 18.5 9',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10.3 10.5v5.5M13.7 10.5v5.5',
  check: 'M5 12.5 9.8 17.2 19 7.5',
  warning: 'M12 4.5 21 19.5H3L12 4.5ZM12 10v4.2M12 17h.01',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-5 14.5-12.5 13.2M5 19c2-5 5-7.5 9-9',
  truck:
    'M3 6.5h11v10H8.5M3 6.5v10h1.5M14 10h3.8l3.2 3.3v3.2h-1.5M14 16.5h1.5M6.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM17.5 18.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  shield: 'M12 3.5 19.5 6v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6L12 3.5ZM8.8 12l2.3 2.3 4.2-4.5',
  drop: 'M12 3.5c3.5 4.3 6 7.2 6 10.5a6 6 0 0 1-12 0c0-3.3 2.5-6.2 6-10.5ZM9 14.5a3 3 0 0 0 3 3',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  ruler: 'M3.5 15.5l12-12 5 5-12 12-5-5ZM7 12l1.8 1.8M9.7 9.3l2.5 2.5M12.5 6.5l1.8 1.8',
  feather: 'M4.5 19.5 14 10M7 17c-1-6 3-12 12.5-12.5C20 13 15 18 8.5 17M10.5 13.5h5',
  hand: 'M7.5 12.5V6a1.5 1.5 0 0 1 3 0v5M10.5 10.5V4.5a1.5 1.5 0 0 1 3 0v6M13.5 10.5V6a1.5 1.5 0 0 1 3 0v7.5c0 4-2 6.5-5.5 6.5-3 0-4.3-1.5-6.5-5.5-.8-1.5 1-2.8 2.2-1.5l.8 1',
  heart: 'M12 20C7.5 16.3 4 13.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 13.2 16.5 16.3 12 20Z',
  instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM16.8 7.2h.01',
  facebook: 'M16 4h-1.5A3.5 3.5 0 0 0 11 7.5V21M8 12h7.5',
  x: 'M5 4.5 19 19.5M19 4.5 5 19.5',
} as const

const SOLIDS = {
  play: 'M8 5.5v13l11-6.5z',
  pause: 'M7.5 5.5h3v13h-3zM13.5 5.5h3v13h-3z',
  star: 'm12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17l-5.3 3 1.1-6L3.4 9.8l6-.8z',
} as const

export type IconName = keyof typeof STROKES | keyof typeof SOLIDS

/** Decorative; the control that contains it has the label. */
export function Icon({ name }: { name: IconName }) {
  const solid = name in SOLIDS
  const path = solid ? SOLIDS[name as keyof typeof SOLIDS] : STROKES[name as keyof typeof STROKES]
  return (
    <svg className={solid ? 'icon solid' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
