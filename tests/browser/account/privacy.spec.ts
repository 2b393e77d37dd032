import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { listEmailsTo } from '#tests/browser/support/inbox.ts'
import { arriveAsShopper, orderQuietly } from '#tests/browser/support/quick-shopper.ts'
import { goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

test('a shopper takes their data along and leaves; nothing of them stays, in the browser neither', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/409.*account\/privacy\/delete/)
  const person = await arriveAsShopper(page)
  await orderQuietly(page, await stock())

  await visit(page, '/account/privacy')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your data is ready.' })).toBeVisible()
  await expectAccessible(page)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Open the zip file' }).click()
  const files = unzipSync(new Uint8Array(await readFile(await (await started).path())))
  expect(strFromU8(files['csv/orders.csv'] ?? new Uint8Array())).toContain(person.email)

  await page.getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByText(/Order \d+ is on its way/)).toBeVisible()
  await shop.sql(`update orders set status = 'delivered', delivered_at = now() where email = $1`, [person.email])
  await goOn(page, '/account/privacy')
  await page.getByRole('link', { name: 'Delete my account' }).click()
  // By keyboard.
  await page.getByRole('button', { name: 'Email me a code' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code works for ten minutes and five tries.')).toBeVisible()
  await expect.poll(() => codeFor(page, person.email), { timeout: 20_000 }).not.toBe('')
  await page.getByLabel('Code').fill(await codeFor(page, person.email))
  await page.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/deleted')
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(person.email)
  expect(await shop.sql('select from "user" where email = $1', [person.email])).toHaveLength(0)
})

async function codeFor(page: Parameters<typeof listEmailsTo>[0], email: string): Promise<string> {
  const found = (await listEmailsTo(page, email)).map((text) => /is (\d{6})\./.exec(text)?.[1]).find(Boolean)
  return found ?? ''
}
