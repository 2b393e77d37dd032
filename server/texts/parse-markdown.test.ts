import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import { htmlOf } from '#domain/texts/document.ts'
import { TEXT_MAX, TEXT_NAMES, type TextName } from '#domain/texts/texts.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { defaultMarkdown } from './queries.ts'
import { previewText } from './texts.ts'

const problemsOf = (name: TextName, markdown: string) => previewText(name, markdown, defaultShopInfo).problems
const render = (markdown: string) => htmlOf(parseMarkdown('terms', markdown).blocks).replaceAll('\n', '')

test('every default text is complete, and names neither Gamla nor pots once the settings do not', () => {
  const lamps = { ...defaultShopInfo, shopName: 'Diya', productNoun: 'lamp', productNounPlural: 'lamps' }
  for (const name of TEXT_NAMES) {
    assert.deepEqual(problemsOf(name, defaultMarkdown(name)), [], name)
    const shown = JSON.stringify(previewText(name, defaultMarkdown(name), lamps).content)
    assert.doesNotMatch(shown, /\bpots?\b|gamla/i, name)
    assert.doesNotMatch(shown.replaceAll('{{category}}', ''), /\{\{/, name)
  }
})

test('headings, paragraphs, lists, emphasis, links and tables become HTML', () => {
  const markdown =
    '# One\n\nTwo *three*\nfour **five**  \nsix [seven](/faq)\n\n- a\n- b\n\n3. c\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n> q'
  assert.equal(
    render(markdown),
    '<h1>One</h1><p>Two <em>three</em>four <strong>five</strong><br>six <a href="/faq">seven</a></p>' +
      '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>' +
      '<section class="table-scroll" aria-label="Table" tabindex="0"><table>' +
      '<thead><tr><th scope="col">x</th><th scope="col">y</th></tr></thead>' +
      '<tbody><tr><td>1</td><td>2</td></tr></tbody></table></section><blockquote><p>q</p></blockquote>',
  )
})

test('the warranty’s table becomes cards', () => {
  const { blocks } = parseMarkdown(
    'warranty',
    '| What | How long | Covers |\n| - | - | - |\n| Pot | *6* months | <b> |',
  )
  assert.equal(
    htmlOf(blocks),
    '<ul class="grid cover"><li class="tint"><strong><em>6</em> months</strong><h3>Pot</h3><p>&lt;b&gt;</p></li></ul>',
  )
})

test('HTML, code and rules are shown as they were typed', () => {
  for (const text of ['<b>x</b>', '<script>alert(1)</script>', '<!-- x -->', '`code`', '***', '---', '~~x~~', '```']) {
    const escaped = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    assert.equal(render(text), `<p>${escaped}</p>`, text)
  }
  assert.equal(render('&lt;img src=x onerror=alert(1)&gt;'), '<p>&lt;img src=x onerror=alert(1)&gt;</p>')
  assert.equal(render('[x](/faq "t\\" onclick=alert(1)")'), '<p><a href="/faq">x</a></p>')
})

test('a value that fills a placeholder is escaped too', () => {
  const { blocks } = parseMarkdown('terms', 'We are **{{shop}}**', () => '<i>*A*</i>')
  assert.match(htmlOf(blocks), /<strong>&lt;i&gt;\*A\*&lt;\/i&gt;<\/strong>/)
})

test('a link leads to the web, an email address, a phone number or a page of the shop; others are named and dropped', () => {
  for (const to of [
    'https://gamla.example/a?b=c#d',
    'http://gamla.example',
    'mailto:a@gamla.example',
    'tel:+912',
    '/faq',
  ])
    assert.equal(render(`[x](${to})`), `<p><a href="${to}">x</a></p>`, to)
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java%73cript:alert(1)',
    '<java&Tab;script:alert(1)>',
    '<java&NewLine;script:alert(1)>',
    '<&#1;javascript:alert(1)>',
    '\\javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,x',
    'file:///etc/passwd',
    'blob:x',
    '//evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'faq',
    '../faq',
    '#x',
    '?x',
  ]
  for (const to of refused) {
    const { blocks, problems } = parseMarkdown('terms', `a\n\nb [x](${to})`)
    assert.doesNotMatch(htmlOf(blocks), /<a/, to)
    if (problems.length > 0) assert.match(problems[0] ?? '', /^Line 3: a link leads to/, to)
  }
  // Browsers read a backslash as a slash, unless it is encoded.
  assert.match(render('[x](/\\evil.example)'), /href="\/%5Cevil.example"/)
  assert.match(problemsOf('terms', '# T\n\n<javascript:alert(1)>')[0] ?? '', /^Line 3: a link/)
})

test('pictures are those of the text, or uploaded ones where the text may have them', () => {
  const uploaded = '/productImages/1763700000000-terrace-4f1c9a'
  assert.deepEqual(parseMarkdown('banner', `![Alt](${uploaded}) ![](banner-1)`).uploads, [uploaded])
  for (const src of [
    'https://evil.example/x.png',
    '//evil.example/x',
    'data:image/png;base64,x',
    '/productImages/../x',
  ])
    assert.match(parseMarkdown('banner', `![](${src})`).problems[0] ?? '', /^Line 1: .* is not a picture of this text/)
  assert.match(parseMarkdown('reasons', `![](${uploaded})`).problems[0] ?? '', /is not a picture/)
  assert.deepEqual(parseMarkdown('terms', '![](banner-1)'), {
    blocks: [],
    problems: ['Line 1: This text cannot show pictures.'],
    uploads: [],
  })
})

test('what a text misses is said in words', () => {
  assert.deepEqual(problemsOf('terms', 'No title'), ['Begin with a title: “#” and its words.'])
  assert.deepEqual(problemsOf('terms', ''), ['Begin with a title: “#” and its words.'])
  assert.deepEqual(problemsOf('terms', '# A\n\n# B\n\n#### C'), [
    'Line 5: use “#”, “##” or “###” for headings.',
    'A text has one title. Use “##” for the headings below it.',
  ])
  assert.deepEqual(problemsOf('faq', '# Q\n\nIntro.'), ['Add at least one question: “##” and its words.'])
  assert.deepEqual(problemsOf('faq', '# Q\n\n## A\n\nx\n\n## A\n\ny'), [
    '“A” is there twice. Give each its own heading.',
  ])
  assert.deepEqual(problemsOf('banner', '# B\n\n## One'), [
    '“One”: add a picture, such as ![](banner-1).',
    '“One”: add a link on a line of its own, such as [See all](/allproduct).',
  ])
  assert.deepEqual(problemsOf('tips', '# T\n\n## One\n\n- list'), [
    '“One”: write sentences here, without lists, tables or smaller headings.',
    '“One”: add a picture, such as ![](tip-1).',
  ])
  assert.deepEqual(problemsOf('testimonials', '# T\n\n## Ananya\n\nFine.'), [
    '“Ananya”: write a name and a city, such as “## Ananya Iyer, Bengaluru”.',
    '“Ananya”: put one to five stars below it, such as ★★★★☆.',
  ])
  assert.deepEqual(problemsOf('highlights', 'No list'), ['Write a list: each line begins with “-”.'])
  assert.match(problemsOf('taglines', '## Slogan\n\nx')[0] ?? '', /^“Slogan” is shown nowhere/)
  assert.deepEqual(problemsOf('privacy-addition', ''), [])
  assert.match(problemsOf('privacy-addition', '# Title')[0] ?? '', /has a title already/)
  assert.deepEqual(problemsOf('terms', '# {{shopp}}'), ['{{shopp}} is not one of the placeholders.'])
  for (const name of ['banner', 'tips', 'reasons', 'testimonials', 'highlights'] as const)
    assert.deepEqual(problemsOf(name, ''), [], name)
})

test('the longest text of the worst kind does not hold the shop up for long', () => {
  const fill = (part: string) => part.repeat(TEXT_MAX).slice(0, TEXT_MAX)
  const table = `${fill('|a').slice(0, 400)}\n${fill('|-').slice(0, 400)}\n`
  for (const markdown of [
    fill('['),
    fill('!['),
    fill('*a_ '),
    fill('a**b'),
    fill('>'),
    fill('- '),
    table + fill('|\n'),
  ]) {
    const start = process.cpuUsage()
    parseMarkdown('terms', markdown.slice(0, TEXT_MAX))
    // A quadratic parser would take minutes; the limit leaves room for a slow machine.
    const microseconds = process.cpuUsage(start).user
    assert.ok(microseconds < 10_000_000, `${markdown.slice(0, 10)}: ${microseconds} µs`)
  }
})
