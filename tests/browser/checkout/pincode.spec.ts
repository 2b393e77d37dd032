import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a pincode fills city and State, and is doubted once; a list of pincodes is said before the press', async ({
  page,
  shop,
  stock,
}) => {
  const product = await stock({ code: 'C02', price: 900, title: 'Pincode Bowl' })
  await shop.sql('delete from delivery_areas')
  await arriveAsShopper(page, [product])
  await page.evaluate(() => sessionStorage.clear())
  await visit(page, `/productinfo/${product.id}`)
  const check = page.locator('.pincode-check')
  await check.getByLabel('Pincode').fill('411001')
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByRole('status')).toHaveText('We deliver here · cash possible')

  await goOn(page, '/cart')
  await page.getByRole('button', { name: 'Checkout' }).click()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const cash = page.getByRole('button', { name: 'Cash on Delivery' })

  await shop.sql(`insert into delivery_areas values ('411001', 4, false, null)`)
  try {
    await field('Pincode').fill('560038')
    await expect(field('Pincode')).toHaveAccessibleDescription(/don’t deliver to 560038/)
    await expect(cash).toHaveAttribute('aria-disabled', 'true')
    await field('Pincode').fill('411001')
    await expect(field('Pincode')).toHaveAccessibleDescription(/Delivers by/)
    await expect(page.getByText('Cash on delivery is not possible at this pincode. Pay online instead.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay Online' })).not.toHaveAttribute('aria-disabled', 'true')
  } finally {
    await shop.sql('delete from delivery_areas')
  }

  await field('Full name').fill('Kavya Rao')
  await field('Address').fill('14 Lake Road')
  await field('Pincode').fill('411001')
  await expect(field('City')).toHaveValue('Pune')
  await expect(field('State')).toHaveValue('27')
  await field('Pincode').fill('560038')
  await expect(field('City')).toHaveValue('Bengaluru')
  await field('City').fill('Indiranagar')
  await field('Pincode').fill('411999')
  await expect(field('State')).toHaveValue('')
  await expect(field('City')).toHaveValue('Indiranagar')

  await field('Mobile number').fill('9845012345')
  await page.getByText('Buying for a business?').click()
  await field('GSTIN').fill('27AAPFU0939F1ZA')
  await cash.click()
  await expectToast(page, 'Enter valid data')
  await expect(field('GSTIN')).toHaveAccessibleDescription(/characters is wrong/)
  await field('GSTIN').fill('')
  await cash.click()
  await expect(field('Pincode')).toHaveAccessibleDescription(/Is this right\?/)
  await cash.click()
  await expectToast(page, 'Order placed successfully')
  const [order] = await shop.sql<{ pincode: string; city: string; state_code: string }>(
    'select pincode, city, state_code from orders order by id desc limit 1',
  )
  expect(order).toEqual({ pincode: '411999', city: 'Indiranagar', state_code: '' })
})
