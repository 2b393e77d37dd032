import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentProblem, contrast, SPECIFIED_ACCENT } from './look.ts'

test('the contrast of two colours is that of the standard', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#ffffff', '#ffffff'), 1)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
})

test('the specified look is an accent that is accepted', () => {
  assert.equal(accentProblem(SPECIFIED_ACCENT), undefined)
})

test('a colour that is too pale for text or buttons is refused with its contrast', () => {
  assert.match(
    accentProblem('#ffcc00') ?? '',
    /^White text on buttons of this colour would have a contrast of 1\.5 : 1/,
  )
  assert.match(
    accentProblem('#777777') ?? '',
    /^White text on buttons .* 4\.4 : 1\. It needs 4\.5 : 1: choose a darker/,
  )
  // Enough below white text, but not on the darkest part of the page.
  assert.match(accentProblem('#6f6f6f') ?? '', /^Text of this colour on the page would have a contrast of 4\.2 : 1/)
})
