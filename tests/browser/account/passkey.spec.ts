import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { arriveAsShopper } from '#tests/browser/support/quick-shopper.ts'
import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a passkey is added, logs in instead of password and code, and is deleted', async ({ page }) => {
  await addAuthenticator(page)
  const person = await arriveAsShopper(page)
  await visit(page, '/account/security')

  await test.step('add', async () => {
    await page.getByLabel('Name of the passkey').fill('Laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: /^[a-z0-9-]{14}$/ })).toHaveCount(10)
    await expectFit(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 of 10 left.')).toBeVisible()
    await page.getByLabel('New name for Laptop').fill('Old laptop')
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByRole('button', { name: 'Delete Old laptop' })).toBeVisible()
  })

  await test.step('log out, and in with it', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL('/userDashboard')
    await expect(page.getByRole('banner').getByRole('link', { name: person.name })).toBeVisible()
  })

  await test.step('the password alone is not enough, the passkey is the second factor', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login/second-factor')
    await expectFit(page)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL('/userDashboard')
  })

  await test.step('after a while it is asked for again before it can be deleted', async () => {
    await goOn(page, '/confirm?next=/account/security')
    await expectFit(page)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await expect(page).toHaveURL('/account/security')
    await page.getByRole('button', { name: 'Delete Old laptop' }).click()
    await expectToast(page, 'The passkey was deleted.')
    await expect(page.getByRole('heading', { name: 'Recovery codes' })).toHaveCount(0)
  })
})

/** A device of Chromium's own, which always finds its owner there. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function expectFit(page: Page): Promise<void> {
  const before = page.viewportSize()
  await expectAccessible(page, { within: 'main' })
  if (before) await page.setViewportSize(before)
}
