import { enter } from '#tests/browser/support/admin.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a redirect that was refused is saved once it is corrected, and the form is empty again', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/400.*redirects/)
  await enter(page, shop.accounts.admin, '/adminDashboard/redirects')
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
  const refusal = page.getByText('This address is a page of the shop.')
  await from.fill('/faq')
  await to.fill('/productinfo/1')
  await to.press('Enter')
  await expect(refusal).toBeVisible()

  await from.fill('/प्रश्न')
  await to.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Saved.')
  await expect(refusal).toBeHidden()
  await expect(from).toHaveValue('')
  await expect(page.getByRole('rowheader', { name: '/प्रश्न' })).toBeVisible()
})
