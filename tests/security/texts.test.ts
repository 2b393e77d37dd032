// Whatever an admin writes, or somebody with an admin's session: no script, no event handler, no foreign address that runs
// something, and no HTML of theirs reaches a page. Documents are generated and rendered as the pages render them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { runnerImport } from 'vite'
import { defaultShopInfo } from '#domain/shop/shop-info.ts'
import type { TextContent } from '#domain/texts/contents.ts'
import { TEXT_NAMES, type TextName } from '#domain/texts/texts.ts'
import { defaultMarkdown } from '#server/texts/queries.ts'
import { previewText } from '#server/texts/texts.ts'
import { rounds } from '#tests/support/rounds.ts'

type Components = {
  TextPreview: FunctionComponent<{ preview: { content: TextContent; problems: string[] } }>
  TextPage: FunctionComponent<{ page: unknown }>
  FaqPage: FunctionComponent<{ faq: unknown }>
  Banner: FunctionComponent<{ banner: unknown }>
  Tips: FunctionComponent<{ tips: unknown }>
  WhyChoose: FunctionComponent<{ reasons: unknown }>
  Testimonials: FunctionComponent<{ of: unknown }>
}

const ui = await load('admin/settings/texts/text-preview', 'ui/layout/text-page', 'ui/home/banner')
const home = await load('ui/home/home-sections')
const components = { ...ui, ...home } as Components

/** Components, compiled as the build does. */
async function load(...names: string[]): Promise<object> {
  const root = new URL('../..', import.meta.url).pathname
  const modules = await Promise.all(
    names.map((name) => runnerImport<object>(`${root}web/${name}.tsx`, { root, configFile: false, logLevel: 'error' })),
  )
  return Object.assign({}, ...modules.map(({ module }) => module))
}

function render(name: TextName, markdown: string): string {
  const { content, problems } = previewText(name, markdown, defaultShopInfo)
  const preview = createElement(components.TextPreview, { preview: { content, problems } })
  return renderToStaticMarkup(createElement(MemoryRouter, null, preview, pageOf(content)))
}

function pageOf({ name, value }: TextContent) {
  const { TextPage, FaqPage, Banner, Tips, WhyChoose, Testimonials } = components
  switch (name) {
    case 'refund-policy':
    case 'terms':
    case 'warranty':
      return createElement(TextPage, { page: value })
    case 'faq':
      return createElement(FaqPage, { faq: value })
    case 'banner':
      return createElement(Banner, { banner: value })
    case 'tips':
      return createElement(Tips, { tips: value })
    case 'reasons':
      return createElement(WhyChoose, { reasons: value })
    case 'testimonials':
      return createElement(Testimonials, { of: value })
    default:
      return null
  }
}

const TAGS =
  /^(a|article|blockquote|br|button|dd|details|div|dl|dt|em|figcaption|figure|h1|h2|h3|img|li|link|nav|ol|p|path|picture|section|source|span|strong|summary|svg|table|tbody|td|th|thead|tr|ul)$/
const ATTRIBUTES =
  /^(alt|aria-[a-z]+|as|class|d|data-[a-z]+|decoding|fetchpriority|focusable|height|href|id|imagesizes|imagesrcset|inert|loading|media|name|rel|role|scope|sizes|src|srcset|start|tabindex|type|viewbox|width)$/i
const LINK = /^(https?:\/\/[^/\\]|mailto:|tel:|\/(?![/\\]))/i
const PICTURE = /^\/(pictures|productImages)\/[\w/.-]+$/

/** React and markdown-it escape `<`, `>` and quotes of texts and attributes, so each tag of their output is one that we wrote. */
function expectHarmless(html: string): void {
  for (const [, tag = '', attributes = ''] of html.matchAll(/<\/?([^\s>/]+)([^>]*)>/g)) {
    assert.match(tag, TAGS, html)
    for (const [, name = '', value = ''] of attributes.matchAll(/\s([^\s=/]+)(?:="([^"]*)")?/g)) {
      assert.match(name, ATTRIBUTES, html)
      const plain = value.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')
      if (name === 'href') assert.match(plain, LINK, html)
      if (name === 'src') assert.match(plain, PICTURE, html)
      if (name.toLowerCase() === 'srcset' || name.toLowerCase() === 'imagesrcset')
        for (const part of plain.split(', ')) assert.match(part.split(' ')[0] ?? '', PICTURE, html)
    }
  }
}

test('the check finds what must not be there', () => {
  for (const html of [
    '<script>x</script>',
    '<p onclick="x">',
    '<a href="javascript:x">',
    '<a href="//evil.example">',
    '<img src="data:x">',
    '<iframe src="/x">',
  ])
    assert.throws(() => expectHarmless(html), assert.AssertionError, html)
})

test('the default texts are rendered', () => {
  for (const name of TEXT_NAMES) {
    const html = render(name, defaultMarkdown(name))
    expectHarmless(html)
    if (name !== 'privacy-addition') assert.ok(html.length > 500, name)
  }
})

/** After OWASP's cheat sheet and the reports about Markdown parsers. */
const VECTORS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<p title="</p><script>alert(1)</script>">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74(1))',
  '[x](&#1;javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](<java&Tab;script:alert(1)>)',
  '[x](<java&NewLine;script:alert(1)>)',
  '[x](\u0001javascript:alert(1))',
  '[x](\u00a0javascript:alert(1))',
  '[x](\u200bjavascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](https:\\\\evil.example)',
  '[x](/faq "onmouseover=alert(1)")',
  "[x](/faq '\"><script>alert(1)</script>')",
  '[x](https://gamla.example/"onmouseover="alert(1))',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '<https://gamla.example/"onclick="alert(1)>',
  '<data:text/html,x>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '![x" onerror="alert(1)](banner-1)',
  '![x](banner-1 "onerror=alert(1)")',
  '![x](/productImages/x" onerror="alert(1))',
  '![x](/productImages/../../adminDashboard)',
  '![[x](javascript:alert(1))](banner-1)',
  '[![x](javascript:alert(1))](javascript:alert(1))',
  '**[x](javascript:alert(1))**',
  '| a |\n| - |\n| <script>alert(1)</script> [x](javascript:alert(1)) |',
  '- [x](javascript:alert(1))\n  - <script>alert(1)</script>',
  '> <script>alert(1)</script>\n> [x](javascript:alert(1))',
  '```html\n<script>alert(1)</script>\n```',
  '    <script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '{{constructor}} {{__proto__}} {{shop}} {{{shop}}}',
  '{{<script>alert(1)</script>}}',
  '# <script>alert(1)</script>',
  '\\<script>alert(1)\\</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\0<script>alert(1)</script>',
]

test('no known attack gets through, in any text and at any place of it', () => {
  for (const name of TEXT_NAMES)
    for (const vector of VECTORS)
      for (const markdown of [
        vector,
        `# ${vector}\n\n> ${vector}\n\n${vector}\n\n## ${vector}\n\n![](banner-1)\n\n${vector}`,
      ])
        expectHarmless(render(name, markdown))
})

test('no generated document gets through either', () => {
  const fragments = fc.constantFrom(
    ...VECTORS,
    ...['# ', '## ', '### ', '> ', '- ', '1. ', '| a | b |\n| - | - |\n', '\n', '\n\n', ' ', '\t', '    ', '\\'],
    ...['[', ']', '(', ')', '![', '](', '<', '>', '*', '**', '_', '`', '"', "'", '&', '&#', ';', ':', '//', '★★★★☆'],
    ...[
      'javascript:',
      'data:',
      'https://',
      'mailto:',
      '/faq',
      'banner-1',
      'tip-1',
      'sun',
      '/productImages/1-x',
      '{{shop}}',
    ],
    ...['on', 'error=', 'style=', 'src=', '</', '/>', '<!--', '-->', ']]>', '\u202e', '\ud800', 'गमला'],
  )
  const noise = fc.string({ maxLength: 12, unit: 'binary' })
  const document = fc
    .array(fc.oneof({ weight: 5, arbitrary: fragments }, { weight: 1, arbitrary: noise }), { maxLength: 40 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.constantFrom(...TEXT_NAMES), document, (name, markdown) => expectHarmless(render(name, markdown))),
    { numRuns: rounds({ few: 2000, all: 20_000 }), seed: 15 },
  )
})
