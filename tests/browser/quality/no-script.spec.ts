import { logIn } from '#tests/browser/support/quick-shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test.use({ javaScriptEnabled: false })

// Other forms, and the answers to them, are tested over HTTP, in tests/integration/storefront/.
test('without scripts: images, the search form, a product, and answers', async ({ page, trouble }) => {
  // The browser logs the scripts that it does not run.
  trouble.expect(/\.js csp$/)
  const main = page.getByRole('main')
  const pot = page.waitForResponse(/-front\/\d+\.avif/)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Featured Products' }).getByRole('article')).toHaveCount(8)
  await page.getByRole('article').first().scrollIntoViewIfNeeded()
  await pot
  await expect(page.getByRole('heading', { name: 'Stone you can lift with one hand' })).toBeVisible()

  await page.getByLabel('Search products').fill('BONSAI')
  await page.getByLabel('Search products').press('Enter')
  await expect(page).toHaveURL('/search?q=BONSAI')
  await expect(page.getByRole('article', { name: 'Bonsai Starter Tray' })).toBeVisible()

  await page.goto('/allproduct?family=BOXA')
  await page.getByText('Filters (1)').click()
  const from = main.getByRole('slider', { name: 'From' })
  await expect(from).toHaveAttribute('min', '60')
  await from.fill('90')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL('/allproduct?family=BOXA&width=90&width=110')
  await expect(main.getByRole('link', { name: 'Remove 90 – 110 cm' })).toBeVisible()

  await page.goto('/productinfo/1')
  await expect(main.getByRole('heading', { name: 'How big is it?' })).toBeVisible()
  await expect(main.getByRole('group', { name: 'All images' })).toHaveCSS('scrollbar-width', 'auto')
  await expect(main.getByRole('button', { name: /^Show |3D/ })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'write to us' })).toBeVisible()

  await page.goto('/faq')
  await page.locator('summary').first().click()
  await expect(page.getByText('No, and that is the point.')).toBeVisible()
})

// Saved views, cash, bulk sales and the dispatch of many are in tests/browser/admin/; prices in the list and settings are
// tested over HTTP, in tests/integration/members/.
test('without scripts the forms of the back office are sent and answered', async ({
  page,
  buy,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/\.js csp$/, /400|409/)
  const pot = await stock({ price: 495 })
  const { email, orderId } = await buy(pot)
  const [message] = await shop.sql<{ id: string }>(
    `insert into contact_messages (name, email, phone, message) values ('Meera', $1, '9845012345', 'When does it come?')
     returning id`,
    [email],
  )
  await logIn(page, shop.accounts.admin)
  const main = page.getByRole('main')

  await test.step('a reply, refused while it is empty', async () => {
    await page.goto(`/adminDashboard/messages/${message?.id}`)
    await main.getByRole('button', { name: 'Send reply' }).click()
    await expect(main.getByLabel('Reply')).toHaveAttribute('aria-invalid', 'true')
    await main.getByLabel('Reply').fill('It comes on Friday.')
    await main.getByRole('button', { name: 'Send reply' }).click()
    await expect(main.getByRole('article').filter({ hasText: 'It comes on Friday.' })).toBeVisible()
    await expect(main.getByLabel('Reply')).toHaveValue('')
  })

  await test.step('a note, and a dispatch that says what is missing', async () => {
    await page.goto(`/adminDashboard/orders/${orderId}`)
    await main.getByLabel('Internal note').fill('Ring before you come.')
    await main.getByRole('button', { name: 'Save note' }).click()
    await expect(main.getByLabel('Internal note')).toHaveValue('Ring before you come.')
    await page.reload()
    await expect(main.getByLabel('Internal note')).toHaveValue('Ring before you come.')
    await main.getByLabel('Courier').selectOption('Delhivery')
    await main.getByLabel('AWB').fill('no AWB!')
    await main.getByRole('button', { name: 'Dispatch', exact: true }).click()
    await expect(main.getByLabel('AWB')).toHaveAttribute('aria-invalid', 'true')
    await expect(main.getByLabel('AWB')).toHaveValue('no AWB!')
    await main.getByLabel('AWB').fill(`PLAIN${orderId}`)
    await main.getByRole('button', { name: 'Dispatch', exact: true }).click()
    await expect(main.getByRole('article', { name: 'Parcel' })).toContainText(`PLAIN${orderId}`)
  })

  await test.step('an invite', async () => {
    const invited = `plain${orderId}@gamla.example`
    await page.goto('/adminDashboard/staff')
    await main.getByLabel('Email').fill(invited)
    await main.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(main.getByLabel('Email')).toHaveValue(invited)
    await expect(main.getByLabel('Role', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await main.getByLabel('Role', { exact: true }).selectOption('Packer')
    await main.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(main.getByRole('table', { name: 'Open invites' })).toContainText(invited)
  })
})
