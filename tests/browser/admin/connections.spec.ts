import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.afterEach(async ({ shop }) => {
  await shop.sql('delete from connections')
  await shop.sql(`insert into outbox (change) values ('settings')`)
})

test('the key of Web3Forms is saved, tried and removed, and then the shop is as it was before', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/409/)
  await enter(page, shop.accounts.admin, '/adminDashboard/settings/connections')
  const web3forms = page.getByRole('region', { name: 'Web3Forms' })
  const heading = web3forms.getByRole('heading', { level: 2 })
  const key = web3forms.getByLabel('Web3Forms access key')
  await expect(heading).toHaveText('Web3Forms Sandbox')
  await expect(web3forms.getByRole('button', { name: 'Remove keys' })).toHaveCount(0)
  await expectAccessible(page)

  await test.step('saved, it is connected', async () => {
    await key.fill('11111111-2222-4333-8444-555555555555')
    await web3forms.getByRole('button', { name: 'Save' }).click()
    await expect(web3forms.getByText('Saved.', { exact: true })).toBeVisible()
    await expect(heading).toHaveText('Web3Forms Connected')
    const stored = await shop.sql<{ sealed: string }>('select sealed from connections')
    expect(JSON.stringify(stored)).not.toContain('11111111')
  })

  await test.step('a test goes from this browser to Web3Forms, with this key', async () => {
    const sent: string[] = []
    await page.route('https://api.web3forms.com/**', (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ json: { success: true }, headers: { 'access-control-allow-origin': '*' } })
    })
    await web3forms.getByRole('button', { name: 'Test' }).click()
    await expect(web3forms.getByText('Web3Forms has taken a message.')).toBeVisible()
    expect(sent.join()).toContain('11111111-2222-4333-8444-555555555555')
  })

  await test.step('who saves over keys that changed is told, and keeps what was typed', async () => {
    const reloaded = page.waitForResponse('**/settings/connections.data*')
    await shop.sql('update connections set version = gen_random_uuid()')
    await shop.sql(`insert into outbox (change) values ('settings')`)
    await reloaded
    await key.fill('99999999-2222-4333-8444-555555555555')
    await web3forms.getByRole('button', { name: 'Save' }).click()
    await expect(web3forms.getByRole('alert')).toContainText('Someone else changed these keys')
    await expect(key).toHaveValue('99999999-2222-4333-8444-555555555555')
    await expectAccessible(page)
  })

  await test.step('removed, it is the stand-in again', async () => {
    await web3forms.getByRole('button', { name: 'Remove keys' }).click()
    await expect(web3forms.getByText('Removed.', { exact: true })).toBeVisible()
    await expect(heading).toHaveText('Web3Forms Sandbox')
    await expect(key).toHaveValue('')
  })
})
