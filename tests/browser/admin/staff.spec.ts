import { enter } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const PATH = '/adminDashboard/staff'

test('an owner invites a packer, who sees orders without money and loses them when removed', async ({
  page,
  shop,
  openBrowser,
}) => {
  const email = `packer${Date.now()}@gamla.example`
  await enter(page, shop.accounts.admin, PATH)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Packer')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The invite is on its way')
  await expect(page.getByRole('table', { name: 'Open invites' })).toContainText(email)
  await expectAccessible(page, NARROW)

  let link = ''
  await expect(async () => {
    const [text = ''] = await listEmailsTo(page, email)
    link = /\/staff\/join\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()

  const packer = await openBrowser()
  await visit(packer, link)
  await expect(packer.getByText(`Sign up with ${email}, then join.`)).toBeVisible()
  await expectAccessible(packer)
  await packer.getByRole('link', { name: 'Signup', exact: true }).last().click()
  await packer.getByLabel('Name').fill('Ravi Packer')
  await packer.getByLabel('Email').fill(email)
  await packer.getByLabel('Password', { exact: true }).fill('a kettle in the monsoon')
  await packer.getByRole('button', { name: 'Signup' }).click()
  await expect(packer).toHaveURL(/\/login\?next=/)
  await packer.getByLabel('Email').fill(email)
  await packer.getByLabel('Password', { exact: true }).fill('a kettle in the monsoon')
  await packer.getByRole('button', { name: 'Login', exact: true }).click()
  await packer.getByRole('button', { name: 'Join' }).click()
  await expect(packer).toHaveURL(/\/adminDashboard\/orders$/)
  await expect(packer.getByRole('link', { name: /^Orders/ }).first()).toBeVisible()
  for (const closed of ['Products', 'Cash', 'Users', 'Settings', 'Staff'])
    await expect(packer.getByRole('link', { name: closed, exact: true })).toHaveCount(0)
  await expect(packer.locator('main')).not.toContainText('₹')
  await expect(packer.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(packer.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)

  await visit(page, PATH)
  const row = page.getByRole('table', { name: 'Members of the staff' }).getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(packer).toHaveURL(/\/login/)
  await expect(row).toHaveCount(0)

  await visit(packer, link)
  await expect(packer.getByRole('alert')).toContainText('This invite was used already.')
})

test('an owner makes a role, and one without rights is refused with a sentence', async ({ page, shop, trouble }) => {
  trouble.expect(/400/)
  await enter(page, shop.accounts.admin, PATH)
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByLabel('Name').fill('Weekend desk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('a role without rights opens nothing')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Weekend desk')
  await page.getByLabel('Write notes on orders').check()
  await expectAccessible(page, NARROW)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Role saved.')
  const role = page.getByRole('listitem').filter({ hasText: 'Weekend desk' })
  await role.getByText('What it may do (2)').click()
  await expect(role).toContainText('See orders, their buyers and parcels')
})
