import type { Family, PotColour } from '#domain/sizes.ts'
import { finishDefs, finishMarks } from './pot-finishes.ts'
import { plantOf } from './pot-plants.ts'

/** A pot seen from the front and a little above, in a picture of 400 × 500. */
type Form = {
  /** The outside, foot to rim. */
  body: string
  /** The rim as the eye meets it from above, and the opening inside it. */
  rim: string
  opening: string
  /** Where the plant stands. */
  soil: { x: number; y: number; reach: number }
  round: boolean
  foot: { y: number; reach: number }
  extra?: string
}

const FORMS: Record<Family, Form> = {
  CUBEE: box({ left: 112, right: 288, top: 264, bottom: 436, back: 14, depth: 24 }),
  TUBO: turned({ top: 214, topReach: 80, bottom: 438, bottomReach: 47, curve: 0 }),
  WIDEE: turned({ top: 312, topReach: 142, bottom: 434, bottomReach: 58, curve: 62 }),
  TRIYA: {
    ...turned({ top: 268, topReach: 102, bottom: 392, bottomReach: 58, curve: 44 }),
    foot: { y: 441, reach: 96 },
    extra: legs(),
  },
  BOXA: box({ left: 44, right: 356, top: 330, bottom: 434, back: 12, depth: 20, band: 18 }),
  OVALIN: turned({ top: 290, topReach: 132, bottom: 434, bottomReach: 98, curve: 26 }),
  BONSAI: {
    ...box({ left: 66, right: 334, top: 384, bottom: 428, back: 16, depth: 22, taper: 14 }),
    extra: trayFeet(),
  },
}

/**
 * A product as a drawing, while it has no photograph. The same family and colour always give the same drawing.
 * Addressed with `#bare` it leaves the room away, so that one file serves a card and a banner.
 *
 * @returns a whole SVG document of 400 × 500
 */
export function potSvg(family: Family, colour: PotColour): string {
  const form = FORMS[family]
  const id = 'p'
  const { x, y, reach } = form.soil
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="400" height="500">`,
    `<defs>${finishDefs(colour, id)}${lightDefs(id, form.round)}<clipPath id="${id}-c"><path d="${form.body}"/></clipPath></defs>`,
    '<style>#bare:target~.room{display:none}</style><g id="bare"/>',
    `<g class="room"><path fill="url(#${id}-wall)" d="M0 0h400v500H0z"/><path fill="url(#${id}-floor)" d="M0 372h400v128H0z"/></g>`,
    shadow(form, id),
    form.extra ? `<g fill="url(#${id}-f)" stroke="#0003">${form.extra}</g>` : '',
    `<path d="${form.body}" fill="url(#${id}-f)"${form.round ? '' : ' stroke="#0002"'}/>`,
    `<g clip-path="url(#${id}-c)">${finishMarks(colour)}</g>`,
    `<path d="${form.body}" fill="url(#${id}-l)"/>`,
    `<path d="${form.rim}" fill="url(#${id}-f)"/><path d="${form.rim}" fill="#fff" opacity=".28"/>`,
    `<path d="${form.opening}" fill="#3a3029"/>`,
    plantOf(family, x, y, reach),
    '</svg>',
  ].join('')
}

type Turned = { top: number; topReach: number; bottom: number; bottomReach: number; curve: number }

/** A form with a round rim; `curve` pushes its sides outwards. */
function turned({ top, topReach, bottom, bottomReach, curve }: Turned): Form {
  const lip = topReach * 0.17
  const base = bottomReach * 0.15
  const side = (sign: 1 | -1) =>
    `C${200 + sign * (topReach + curve * 0.02)} ${top + (bottom - top) * 0.45} ${200 + sign * (bottomReach + curve)} ${bottom - 4} ${200 + sign * bottomReach} ${bottom}`
  return {
    body: `M${200 - topReach} ${top}${side(-1)}A${bottomReach} ${base} 0 0 0 ${200 + bottomReach} ${bottom}${back(topReach, top, bottom, bottomReach, curve)}A${topReach} ${lip} 0 0 1 ${200 - topReach} ${top}Z`,
    rim: ellipse(200, top, topReach, lip),
    opening: ellipse(200, top + 1, topReach - 9, lip - 4.5),
    soil: { x: 200, y: top + lip * 0.35, reach: topReach * 0.7 },
    round: true,
    foot: { y: bottom + base, reach: bottomReach + 10 },
  }
}

function back(topReach: number, top: number, bottom: number, bottomReach: number, curve: number) {
  return `C${200 + bottomReach + curve} ${bottom - 4} ${200 + topReach + curve * 0.02} ${top + (bottom - top) * 0.45} ${200 + topReach} ${top}`
}

type Box = {
  left: number
  right: number
  top: number
  bottom: number
  back: number
  depth: number
  band?: number
  taper?: number
}

/** A form with straight sides; its back edge is shorter by `back` at each end. */
function box({ left, right, top, bottom, back, depth, band = 0, taper = 4 }: Box): Form {
  const far = top - depth
  const seam = band ? `M${left + 1} ${top + band}h${right - left - 2}` : ''
  return {
    body: `M${left + 5} ${top}H${right - 5}Q${right} ${top} ${right} ${top + 6}L${right - taper} ${bottom - 8}Q${right - taper - 1} ${bottom} ${right - taper - 9} ${bottom}H${left + taper + 9}Q${left + taper + 1} ${bottom} ${left + taper} ${bottom - 8}L${left} ${top + 6}Q${left} ${top} ${left + 5} ${top}Z${seam}`,
    rim: `M${left + 1} ${top + 4}Q${left} ${top - 1} ${left + 3} ${top - 4}L${left + back} ${far}H${right - back}L${right - 3} ${top - 4}Q${right} ${top - 1} ${right - 1} ${top + 4}Z`,
    opening: `M${left + 14} ${top - 3}L${left + back + 8} ${far + 5}H${right - back - 8}L${right - 14} ${top - 3}Z`,
    soil: { x: 200, y: top - 6, reach: (right - left) * 0.4 },
    round: false,
    foot: { y: bottom, reach: (right - left) / 2 },
  }
}

function ellipse(x: number, y: number, reachX: number, reachY: number) {
  return `M${x - reachX} ${y}a${reachX} ${reachY} 0 0 1 ${reachX * 2} 0a${reachX} ${reachY} 0 0 1 ${-reachX * 2} 0Z`
}

function legs() {
  return '<path d="M187 380l6 48h14l6-48z"/><path d="M112 340l22 102h15l30-52z"/><path d="M288 340l-22 102h-15l-30-52z"/>'
}

function trayFeet() {
  return '<path d="M96 424h46v13h-46zM258 424h46v13h-46z"/>'
}

function shadow({ foot }: Form, id: string) {
  return `<ellipse cx="${214 + foot.reach * 0.18}" cy="${foot.y + 1}" rx="${foot.reach * 1.28}" ry="15" fill="url(#${id}-s)"/>`
}

/** A window to the left: warm wall and floor, a soft shadow, light that falls off along the pot. */
function lightDefs(id: string, round: boolean) {
  const stops = round
    ? '<stop offset="0" stop-color="#000" stop-opacity=".16"/><stop offset=".25" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".42"/>'
    : '<stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset=".6" stop-color="#000" stop-opacity=".03"/><stop offset="1" stop-color="#000" stop-opacity=".22"/>'
  return [
    `<linearGradient id="${id}-l" ${round ? '' : 'y2=".5"'}>${stops}</linearGradient>`,
    `<linearGradient id="${id}-wall" x2=".35" y2="1"><stop stop-color="#e4e0d8"/><stop offset="1" stop-color="#cfcac0"/></linearGradient>`,
    `<linearGradient id="${id}-floor" x2="0" y2="1"><stop stop-color="#dcd8cf" stop-opacity="0"/><stop offset=".35" stop-color="#e0dcd3"/><stop offset="1" stop-color="#ebe7df"/></linearGradient>`,
    `<radialGradient id="${id}-s"><stop stop-color="#2a241c" stop-opacity=".5"/><stop offset=".55" stop-color="#2a241c" stop-opacity=".22"/><stop offset="1" stop-color="#2a241c" stop-opacity="0"/></radialGradient>`,
  ].join('')
}
