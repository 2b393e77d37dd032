import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { htmlToText } from './html-text.ts'

test('paragraphs, lines and lists stay; everything else of HTML goes', () => {
  const cases: [html: string, text: string][] = [
    ['<p>One</p><p>Two<br/>three</p>', 'One\n\nTwo\nthree'],
    ['<ul>\n<li>A &amp; B</li>\n<li></li><li><b>C</b></li></ul>', '• A & B\n• C'],
    ['Plain\ntext  with 5 < 6 & 7 > 3', 'Plain\ntext with 5 < 6 & 7 > 3'],
    ['<table><tr><td>Height</td><td>28&nbsp;cm</td></tr><tr><td>Weight</td></tr></table>', 'Height 28 cm\nWeight'],
    ['<a title="a>b" href=\'x\'>link</a> 5&deg; &#8377;99 &#x20B9;1 &unknown;', 'link 5° ₹99 ₹1 &unknown;'],
    ['<script>alert("</p>")</script><style>p{}</style>shown<!-- no -->', 'shown'],
    ['&lt;p&gt;Twice &amp;amp; thrice&lt;/p&gt;&lt;script&gt;x&lt;/script&gt;', 'Twice & thrice'],
    ['shown<img src=x onerror=alert(1)', 'shown'],
    ['<script>never closed', ''],
    ['<<&lt;a/', '/'],
    ['<p>गमला — <em>मिट्टी</em></p>', 'गमला — मिट्टी'],
    ['', ''],
  ]
  for (const [html, text] of cases) assert.equal(htmlToText(html), text)
})

test('no tag comes through, and long input takes linear time', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '/',
    '!',
    '--',
    'p',
    'script',
    'img',
    '"',
    "'",
    '=',
    '&lt;',
    '&gt;',
    '&amp;',
    ' ',
    'a',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      assert.doesNotMatch(htmlToText(parts.join('')), /<\/?(p|script|img|a)[\s/>]/i)
    }),
    { numRuns: 2000 },
  )
  for (const unit of ['<', '<a "', '<p>', '<div>', '&lt;', '<!--', '<script>', '</']) {
    const start = performance.now()
    assert.ok(htmlToText(unit.repeat(200_000)).length <= 200_000 * unit.length)
    assert.ok(performance.now() - start < 5000, unit)
  }
})
