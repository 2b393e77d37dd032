import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentColours, accentProblem, contrast, SPECIFIED_ACCENT } from '#domain/shop/look.ts'

const tokens = readFileSync('web/styles/tokens.css', 'utf8')

test('the specified accent is that of the style sheet', () => {
  assert.ok(tokens.includes(`--moss: light-dark(${SPECIFIED_ACCENT},`))
})

test('whatever is accepted is readable everywhere, in light and dark mode', () => {
  const grounds = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.slice(1) as [string, string]
  let accepted = 0
  for (let red = 0; red < 256; red += 51)
    for (let green = 0; green < 256; green += 51)
      for (let blue = 0; blue < 256; blue += 51) {
        const colour = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`
        if (accentProblem(colour) !== undefined) continue
        accepted += 1
        const used = accentColours(colour)
        const [light = '', dark = ''] = /light-dark\((#\w+), (#\w+)\)/.exec(used['--moss-ink'])?.slice(1) ?? []
        for (const button of [used['--moss'], used['--moss-deep']])
          assert.ok(contrast(button, '#ffffff') >= 4.5, colour)
        for (const ground of ['paper', 'surface', 'stone'].map(grounds)) {
          assert.ok(contrast(light, ground[0]) >= 4.5, colour)
          assert.ok(contrast(dark, ground[1]) >= 4.5, colour)
        }
      }
  assert.ok(accepted > 40, String(accepted))
})
