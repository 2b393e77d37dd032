import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  categoriesForUpdate,
  decidePictures,
  NEW_CATEGORIES,
  newPicture,
  newProductToast,
  parseNewProduct,
  parseProductUpdate,
  productUpdateToast,
} from './product-form.ts'

const typed = {
  title: 'Cubee planter',
  price: '849',
  sizeCode: 'C02',
  category: 'POT',
  description: 'A cube.\nOf stone finish.',
  discount: '10',
}
const read = { ...typed, price: 849, discount: 10 }
const needed = ['title', 'price', 'sizeCode', 'category', 'description'] as const

function formOf(fields: Record<string, string>, pictures: string[] = []): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const picture of pictures) form.append('pictures', picture)
  return form
}

test('a product is added as POT; on update its present category, plant and laptop are offered, each once', () => {
  assert.deepEqual(NEW_CATEGORIES, ['POT'])
  assert.deepEqual(categoriesForUpdate('POT'), ['POT', 'plant', 'laptop'])
  assert.deepEqual(categoriesForUpdate('laptop'), ['laptop', 'plant'])
})

test('a complete add form is read, and nothing else that was posted', () => {
  assert.deepEqual(parseNewProduct(formOf({ ...typed, approved: 'true', userId: 'x' }), 1), { ok: true, value: read })
  assert.deepEqual(parseNewProduct({ ...typed, discount: '' }, 5), { ok: true, value: { ...read, discount: null } })
})

test('an add form needs a title, a price, a size, a category, a description and a picture', () => {
  for (const name of needed) {
    for (const nothing of ['', '  ', '\n', '\0']) {
      const form = { ...typed, [name]: nothing }
      const parsed = parseNewProduct(form, 1)
      assert.ok(!parsed.ok)
      assert.deepEqual(Object.keys(parsed.problems), [name])
      assert.equal(newProductToast(form, 1), 'All fields are required', `${name} ${JSON.stringify(nothing)}`)
    }
  }
  assert.equal(newProductToast(typed, 0), 'All fields are required')
  assert.deepEqual(parseNewProduct(typed, 0), { ok: false, problems: { images: 'Add at least one picture.' } })
})

test('a form that is wrong but not empty is a failure to add', () => {
  for (const form of [
    { ...typed, price: 'much' },
    { ...typed, sizeCode: 'C99' },
    { ...typed, category: 'laptop' },
  ]) {
    assert.ok(!parseNewProduct(form, 1).ok)
    assert.equal(newProductToast(form, 1), 'Failed to add product')
  }
})

test('a product has at most 5 pictures', () => {
  assert.ok(parseNewProduct(typed, 5).ok)
  const problems = { images: 'A product can have at most 5 pictures.' }
  assert.deepEqual(parseNewProduct(typed, 6), { ok: false, problems })
  assert.deepEqual(parseProductUpdate({ version: '1' }, { category: 'POT' }, 6), { ok: false, problems })
  const six = formOf({ version: '1' }, ['/a', '/b', '/c', 'new-0', 'new-1', 'new-2'])
  assert.deepEqual(parseProductUpdate(six, { category: 'POT' }, 3), { ok: false, problems })
})

test('a price is whole rupees from 1 to 99,99,999, however people group it', () => {
  for (const [price, rupees] of [
    ['1', 1],
    ['849', 849],
    ['1,23,456', 123_456],
    ['₹1,999', 1999],
    [' ₹ 1 999 ', 1999],
    ['99,99,999', 9_999_999],
  ] as const) {
    const parsed = parseNewProduct({ ...typed, price }, 1)
    assert.ok(parsed.ok && parsed.value.price === rupees, price)
  }
  const strangers = [
    '0',
    '10000000',
    '-5',
    '8.49',
    '1e3',
    '0x10',
    '٨٤٩',
    '８',
    'NaN',
    '₹',
    ',',
    '9'.repeat(16),
    '9'.repeat(400),
  ]
  for (const price of strangers) {
    const parsed = parseNewProduct({ ...typed, price }, 1)
    assert.ok(!parsed.ok, price)
    assert.deepEqual(Object.keys(parsed.problems), ['price'])
  }
})

test('a discount is a whole number of percent up to 100, or none', () => {
  for (const [discount, percent] of [
    ['', null],
    ['  ', null],
    [undefined, null],
    ['0', 0],
    ['100', 100],
  ] as const) {
    const parsed = parseNewProduct({ ...typed, discount }, 1)
    assert.ok(parsed.ok && parsed.value.discount === percent, discount)
  }
  for (const discount of ['101', '-1', '2.5', '10%', '1e2', '1000', 'ten']) {
    assert.ok(!parseNewProduct({ ...typed, discount }, 1).ok, discount)
  }
})

test('a title has at most 200 characters, a description 5,000, an emoji counting as one', () => {
  assert.ok(parseNewProduct({ ...typed, title: '🪴'.repeat(200), description: '🪴'.repeat(5000) }, 1).ok)
  assert.deepEqual(parseNewProduct({ ...typed, title: 'x'.repeat(201), description: 'x'.repeat(5001) }, 1), {
    ok: false,
    problems: {
      title: 'A title can have at most 200 characters.',
      description: 'A description can have at most 5,000 characters.',
    },
  })
})

test('a product is stored without control characters and broken emoji', () => {
  const parsed = parseNewProduct({ ...typed, title: ' Cu\0bee\r\n🪴 ', description: 'One\r\ntwo\x07\ud83e' }, 1)
  assert.ok(parsed.ok)
  assert.equal(parsed.value.title, 'Cubee 🪴')
  assert.equal(parsed.value.description, 'One\ntwo\ufffd')
})

test('an update carries the fields that were sent; the others stay as they are', () => {
  const update = (fields: Record<string, string>) => parseProductUpdate(formOf(fields), { category: 'POT' }, 0)
  assert.deepEqual(update({ version: '3' }), { ok: true, value: { version: 3 } })
  assert.deepEqual(update({ version: '3', title: 'New', approved: 'true', id: '9' }), {
    ok: true,
    value: { version: 3, title: 'New' },
  })
  assert.deepEqual(update({ ...typed, version: '3' }), { ok: true, value: { ...read, version: 3 } })
})

test('an update may empty no field that a product needs', () => {
  for (const name of ['title', 'price', 'category', 'description'] as const) {
    for (const nothing of ['', '  ', '\0']) {
      const form = { version: '1', [name]: nothing }
      assert.ok(!parseProductUpdate(form, { category: 'POT' }, 0).ok)
      assert.equal(productUpdateToast(form), 'All fields are required', `${name} ${JSON.stringify(nothing)}`)
    }
  }
  assert.equal(productUpdateToast({ version: '1', price: 'much' }), 'Failed to update product')
})

test('an update keeps to the present category, plant and laptop', () => {
  for (const category of ['clay', 'plant', 'laptop']) {
    assert.ok(parseProductUpdate({ version: '1', category }, { category: 'clay' }, 0).ok, category)
  }
  for (const category of ['POT', 'Clay', '__proto__']) {
    const parsed = parseProductUpdate({ version: '1', category }, { category: 'clay' }, 0)
    assert.deepEqual(parsed, { ok: false, problems: { category: 'Choose a category.' } })
  }
})

test('an update says which version of the product it was made from', () => {
  for (const version of [undefined, '', '0', '-1', '1.5', 'x', '99999999999999999999']) {
    const parsed = parseProductUpdate({ version, title: 'New' }, { category: 'POT' }, 0)
    assert.ok(!parsed.ok && parsed.problems.form, version)
  }
})

test('pictures keep the order of the form; a file that the order does not name comes last; none is there twice', () => {
  const orderOf = (pictures: string[], files: number) => {
    const parsed = parseProductUpdate(formOf({ version: '1' }, pictures), { category: 'POT' }, files)
    return parsed.ok ? parsed.value.pictures : parsed.problems
  }
  assert.deepEqual(orderOf(['/b', 'new-0', '/a'], 1), ['/b', 'new-0', '/a'])
  assert.deepEqual(orderOf(['/b'], 2), ['/b', 'new-0', 'new-1'])
  assert.deepEqual(orderOf(['/b', '/b', 'new-0', 'new-0'], 1), ['/b', 'new-0'])
  assert.deepEqual(orderOf(['/b', 'new-7'], 0), ['/b'])
  assert.deepEqual(orderOf([], 2), undefined)
})

test('the pictures after an update are those of the product and the new ones, in the order asked for', () => {
  assert.equal(newPicture(0), 'new-0')
  assert.deepEqual(decidePictures(['/a', '/b'], ['/b', 'new-0', '/a'], ['/n']), ['/b', '/n', '/a'])
  assert.deepEqual(decidePictures(['/a', '/b'], ['/b'], []), ['/b'])
  assert.deepEqual(decidePictures(['/a', '/b'], undefined, []), ['/a', '/b'])
  assert.deepEqual(decidePictures(['/a', '/b'], undefined, ['/n']), ['/n'])
})

test('a picture of another product, or one that is no longer there, is not taken', () => {
  assert.equal(decidePictures(['/a'], ['/a', '/stranger'], []), undefined)
  assert.equal(decidePictures(['/a'], ['new-0'], []), undefined)
  assert.equal(decidePictures(['/a'], ['__proto__'], []), undefined)
})

test('whatever is posted, the forms answer and never throw', () => {
  const form = fc.dictionary(
    fc.constantFrom(...needed, 'version', 'pictures', 'discount'),
    fc.oneof(fc.string(), fc.anything()),
  )
  fc.assert(
    fc.property(fc.oneof(form, fc.anything()), fc.nat(6), (posted, files) => {
      parseNewProduct(posted, files)
      newProductToast(posted, files)
      parseProductUpdate(posted, { category: 'POT' }, files)
      productUpdateToast(posted)
    }),
  )
})
