import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDescriptionProblems, readDescription } from './description.ts'

const htmlOf = (description: string) => readDescription(description).html?.replaceAll('\n', '')

test('a plain description stays as it was typed', () => {
  for (const plain of [
    'A cube.\n\nIt has a hole.',
    'Size 20*20*30 cm, 2 * 3 pieces',
    'a < b > c',
    'No. 1 & <b>best</b>',
  ])
    assert.deepEqual(readDescription(plain), { text: plain, html: undefined }, plain)
})

test('a description may have headings below the page’s own, lists, emphasis and links', () => {
  const { html, text } = readDescription('# Care\n\n**Water** it [weekly](/faq).\nNot more.\n\n- sun & air\n- <shade>')
  assert.equal(
    html?.replaceAll('\n', ''),
    '<h2>Care</h2><p><strong>Water</strong> it <a href="/faq">weekly</a>.Not more.</p><ul><li>sun &amp; air</li><li>&lt;shade&gt;</li></ul>',
  )
  assert.equal(text, 'Care\nWater it weekly.\nNot more.\n\n• sun & air\n• <shade>')
})

test('a description has neither HTML, nor pictures, nor links that run scripts', () => {
  assert.doesNotMatch(htmlOf('**a** <img src=x onerror=alert(1)> <script>') ?? '', /<(?:img|script)/)
  assert.equal(htmlOf('**a** [x](javascript:alert(1)) ![y](http://z/y.png)')?.includes('javascript'), false)
  assert.match(listDescriptionProblems('ok\n\n[x](javascript:alert(1))').join(), /^Line 3: a link leads to/)
  assert.match(listDescriptionProblems('![y](http://z/y.png)').join(), /cannot show pictures/)
  assert.deepEqual(listDescriptionProblems('- [x](https://a.example/) and *y*'), [])
})
