/** Two pairs of fonts, for headings and text: those that come with the shop, or the ones of the visitor's device. */
export const TYPE_PAIRS = ['shop', 'system'] as const
export type TypePair = (typeof TYPE_PAIRS)[number]

/** Of boxes, fields, pictures and buttons. */
export const CORNERS = ['soft', 'sharp', 'round'] as const
export type Corner = (typeof CORNERS)[number]

/** As web/styles/tokens.css has it: `--moss`, the colour of buttons in light mode. */
export const SPECIFIED_ACCENT = '#2a6a3b'
/** The backgrounds that text has the accent on, `--surface`, `--paper` and `--stone`, and the white text of buttons. */
const LIGHT_GROUNDS = ['#fffdfa', '#faf7f2', '#f0ebe3']
const DARK_GROUNDS = ['#1a211c', '#131915', '#232b25']
const BUTTON_TEXT = '#ffffff'

/** Of small text, by WCAG 2.2, success criterion 1.4.3. */
const LEAST_CONTRAST = 4.5

/** Why a colour cannot be the accent; undefined: it can. @param colour such as `#2a6a3b` */
export function accentProblem(colour: string): string | undefined {
  const onButton = contrast(colour, BUTTON_TEXT)
  if (onButton < LEAST_CONTRAST) return tooPale('White text on buttons of this colour', onButton)
  const asText = Math.min(...LIGHT_GROUNDS.map((ground) => contrast(colour, ground)))
  if (asText < LEAST_CONTRAST) return tooPale('Text of this colour on the page', asText)
  const inDark = Math.min(...DARK_GROUNDS.map((ground) => contrast(inkInDark(colour), ground)))
  return inDark < LEAST_CONTRAST ? tooPale('Text of this colour in dark mode', inDark) : undefined
}

function tooPale(what: string, has: number): string {
  // Rounded down, so that 4.49 does not read as 4.5.
  return `${what} would have a contrast of ${(Math.floor(has * 10) / 10).toFixed(1)} : 1. It needs ${LEAST_CONTRAST} : 1: choose a darker colour.`
}

/** The colours that follow from the accent, by their names in web/styles/tokens.css. */
export function accentColours(accent: string) {
  return {
    '--moss': accent,
    '--moss-deep': mix(accent, '#000000', 0.2),
    '--moss-ink': `light-dark(${accent}, ${inkInDark(accent)})`,
  }
}

const STEPS = 20

/** The accent with as little white as makes it readable on a dark page. */
export function inkInDark(accent: string): string {
  const tints = Array.from({ length: STEPS + 1 }, (_, step) => mix(accent, '#ffffff', step / STEPS))
  const isReadable = (tint: string) => DARK_GROUNDS.every((ground) => contrast(tint, ground) >= LEAST_CONTRAST)
  return tints.find(isReadable) ?? '#ffffff'
}

function mix(colour: string, other: string, share: number): string {
  const from = channels(colour)
  const to = channels(other)
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
