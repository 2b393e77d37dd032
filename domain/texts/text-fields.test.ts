import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  arrange,
  EMPTY_PART,
  FIELD_TEXTS,
  type FieldTextName,
  parseArrangement,
  partField,
  readText,
  type TextFields,
  typedText,
  writeText,
} from './text-fields.ts'

const NAMES = Object.keys(FIELD_TEXTS) as FieldTextName[]

test('a slide has its headline, text, picture and button in fields', () => {
  const markdown =
    '# Slides\n\n## Terrace\n\n![Pots](/productImages/1-a)\n\nOurs, **all**.\n\nAnd more.\n\n[See](/allproduct)'
  assert.deepEqual(readText('banner', markdown), {
    title: 'Slides',
    description: '',
    intro: '',
    parts: [
      {
        heading: 'Terrace',
        text: 'Ours, **all**.\n\nAnd more.',
        picture: '/productImages/1-a',
        alt: 'Pots',
        button: 'See',
        to: '/allproduct',
      },
    ],
  } satisfies TextFields)
})

test('a document that the fields would change stays Markdown', () => {
  for (const markdown of [
    'Words before the first heading.\n\n## One\n\nText',
    '# T\n\n## One\n\n[See](/a)\n\n![](banner-1)',
    '# T\n\n## One\n\n[See](/a)\n\nText after the button',
    '# T\n\n# Again',
  ])
    assert.equal(readText('banner', markdown), undefined, markdown)
  assert.equal(readText('faq', '# T\n\nIntro\n\n> late\n\n## Q\n\nA')?.intro, 'Intro\n\n> late')
})

test('whatever is typed into the fields is found in them again', () => {
  const texts = ['', 'One line.', '**Bold** and {{shop}}', 'Two\n\nparagraphs', '- a\n- b', 'a line\nbroken']
  for (const name of NAMES) {
    const { picture, button } = FIELD_TEXTS[name] as { picture?: true; button?: true }
    for (const text of texts) {
      const fields: TextFields = {
        title: 'T',
        description: name === 'faq' ? 'What it says' : '',
        intro: name === 'banner' ? '' : 'Intro',
        parts: [1, 2].map((number) => ({
          ...EMPTY_PART,
          heading: `Part ${number}`,
          text,
          ...(picture && { picture: 'banner-1', alt: 'A' }),
          ...(button && { button: 'Go', to: '/cart' }),
        })),
      }
      assert.deepEqual(readText(name, writeText(fields)), fields, `${name}: ${text}`)
    }
  }
})

test('parts are added, removed and moved', () => {
  const parts = ['a', 'b', 'c'].map((heading) => ({ ...EMPTY_PART, heading }))
  const after = (text: string) => {
    const arrangement = parseArrangement(text)
    assert.ok(arrangement)
    return arrange(parts, arrangement).map(({ heading }) => heading)
  }
  assert.deepEqual(after('add'), ['a', 'b', 'c', ''])
  assert.deepEqual(after('remove 1'), ['a', 'c'])
  assert.deepEqual(after('up 2'), ['a', 'c', 'b'])
  assert.deepEqual(after('down 0'), ['b', 'a', 'c'])
  assert.deepEqual(
    [after('up 0'), after('down 2'), after('remove 9')],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  )
  for (const text of ['', 'drop 1', 'up', 'up -1', 'add 1']) assert.equal(parseArrangement(text), undefined)
})

test('a form without scripts sends the same fields', () => {
  const form = new FormData()
  form.set('title', 'T')
  for (const index of [0, 1]) {
    form.set(partField(index, 'heading'), `H${index}`)
    form.set(partField(index, 'text'), 'Text')
  }
  assert.equal(writeText(typedText(form)), '# T\n\n## H0\n\nText\n\n## H1\n\nText')
})
