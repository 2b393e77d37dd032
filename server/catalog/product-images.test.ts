import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  add,
  admin,
  broken,
  db,
  form,
  image,
  images,
  pool,
  shop,
  storedNames,
} from '#tests/support/fixtures/product-fixture.ts'
import { addProduct, findEditableProduct, updateProduct } from './products.ts'

test('images are put in the order that was asked for; without an order new ones replace the old', async () => {
  const id = await add(admin, [await image('one.jpg'), await image('two.jpg')])
  const [one = '', two = ''] = (await findEditableProduct(shop, admin, id))?.productImageUrl ?? []
  await updateProduct(shop, admin, id, { version: 1, images: [two, 'new-0', one] }, [await image('three.jpg')])
  const ordered = (await findEditableProduct(shop, admin, id))?.productImageUrl ?? []
  assert.deepEqual([ordered[0], ordered[2]], [two, one])
  assert.match(ordered[1] ?? '', /-three-/)
  await updateProduct(shop, admin, id, { version: 2 }, [await image('four.jpg')])
  const replaced = (await findEditableProduct(shop, admin, id))?.productImageUrl ?? []
  assert.equal(replaced.length, 1)
  assert.match(replaced[0] ?? '', /-four-/)
})

test('no file is left when an upload is invalid, the store fails or another save came first', async () => {
  const before = await storedNames()
  const files = [await image(), new File(['hello'], 'text.jpg')]
  const refused = await addProduct(shop, admin, form, files)
  assert.deepEqual(refused, {
    ok: false,
    reason: 'images',
    problems: [
      {
        index: 1,
        name: 'text.jpg',
        problem: 'This is not a supported image. Use a JPEG, PNG, WebP or AVIF image.',
      },
    ],
  })
  assert.deepEqual(await storedNames(), before)

  const failed = await addProduct({ ...shop, images: broken }, admin, form, [await image(), await image()])
  assert.deepEqual(failed, { ok: false, reason: 'store-failed' })
  assert.deepEqual(await storedNames(), before)

  const id = await add(admin)
  const after = await storedNames()
  const answers = await Promise.all(
    [1, 2].map(async () => updateProduct(shop, admin, id, { version: 1 }, [await image()])),
  )
  assert.deepEqual(answers.map(({ ok }) => ok).sort(), [false, true])
  assert.equal((await storedNames()).length, after.length + 1)
  await assert.rejects(addProduct(shop, admin, { ...form, price: -1 }, [await image()]))
  assert.equal((await storedNames()).length, after.length + 1)
})

test('images of a product that was written stay, although nobody heard of its commit', async () => {
  const before = await storedNames()
  const deaf = {
    ...shop,
    db: Object.assign(Object.create(db), {
      async transaction(...work: Parameters<typeof db.transaction>) {
        await db.transaction(...work)
        throw new Error('Connection terminated unexpectedly')
      },
    }) as typeof db,
  }
  await assert.rejects(addProduct(deaf, admin, { ...form, title: 'Unheard of' }, [await image()]), /terminated/)
  const { rows } = await pool.query("select product_image_url from products where title = 'Unheard of'")
  const folder = rows[0].product_image_url[0].replace('/productImages/', '')
  assert.deepEqual(
    (await storedNames()).filter((name) => !before.includes(name)),
    [folder],
  )
  const { rows: left } = await pool.query('select folder from uploads where folder like $1', [`%${folder}`])
  assert.deepEqual(left, [])
})

test('files left by a failed upload are deleted by an upload a day later', async () => {
  await pool.query(`delete from uploads`)
  await images.put('productImages/1-left-behind/320.avif', new Uint8Array([1]))
  await pool.query(`insert into uploads values ('productImages/1-left-behind', now() - interval '2 days'),
    ('productImages/2-under-way', now())`)
  await add(admin)
  assert.equal((await storedNames()).includes('1-left-behind'), false)
  const { rows } = await pool.query('select folder from uploads')
  assert.deepEqual(rows, [{ folder: 'productImages/2-under-way' }])
})
