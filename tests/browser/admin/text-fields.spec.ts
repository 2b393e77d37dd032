import { enter, image } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { scriptsReady } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })
test.afterEach(async ({ shop }) => {
  await shop.sql('truncate texts')
  await shop.sql(`insert into outbox (change) values ('settings texts')`)
})

test('the banner is written in fields with a picture to choose, previewed, kept as a draft, and saved as the same text', async ({
  page,
  shop,
}) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/settings/texts/banner')
  const slide = (number: number) => page.getByRole('group', { name: `slide ${number}`, exact: true })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(slide(7)).toBeVisible()
  await expectAccessible(page, { within: '.text-editor' })

  await page.getByRole('button', { name: 'Remove: slide 1', exact: true }).click()
  await expect(slide(7)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add slide' }).click()
  await slide(7).getByLabel('Headline').fill('Monsoon sale ')
  await slide(7).getByLabel('Text', { exact: true }).fill('Ten days only.')
  await slide(7).getByLabel('Button', { exact: true }).fill('See all')
  await slide(7).getByLabel('Button leads to').fill('/allproduct')
  await expect(preview).toContainText('“Monsoon sale”: add a picture')
  await page.getByLabel('Add a picture').setInputFiles(await image('monsoon.png'))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Uploaded, and inserted')).toBeVisible({ timeout: 40_000 })
  await slide(7)
    .getByRole('radio', { name: /monsoon/ })
    .check()
  await expect(preview).not.toContainText('add a picture')
  await page.getByRole('button', { name: 'Move up: slide 7' }).click()
  await expect(slide(6).getByLabel('Headline')).toHaveValue('Monsoon sale ')

  await page.reload()
  await scriptsReady(page)
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
  await expect(slide(6).getByLabel('Headline')).toHaveValue(/^Monsoon sale/)
  await expect(slide(8)).toHaveCount(0)
  await page.getByRole('link', { name: 'Markdown', exact: true }).click()
  await expect(slide(1)).toHaveCount(0)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(
    /## Monsoon sale\n\n!\[\]\(\/productImages\/[^)]+\)\n\nTen days only\.\n\n\[See all\]\(\/allproduct\)/,
  )
  await page.getByRole('link', { name: 'Fields', exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  const [saved] = await shop.sql<{ markdown: string }>("select markdown from texts where name = 'banner'")
  expect(saved?.markdown).not.toContain('Stone you can lift with one hand')
  expect(saved?.markdown.match(/^## /gm)).toHaveLength(7)
})

test('a text that another person saves stays as it is under the hands of who is in it, and says so', async ({
  page,
  openBrowser,
  shop,
  trouble,
}) => {
  trouble.expect(/409/)
  const path = '/adminDashboard/settings/texts/warranty'
  await enter(page, shop.accounts.admin, path)
  const text = page.getByLabel('Text', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const other = await openBrowser({ storageState: await page.context().storageState() })
  await other.goto(path)
  await scriptsReady(other)
  const saveThere = async (words: string) => {
    await other.getByLabel('Text', { exact: true }).fill(words)
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  }

  await save.focus()
  const before = await text.inputValue()
  await saveThere('# Warranty\n\nTheirs.')
  await expect(page.getByText('Someone else saved this text while you were editing it.')).toBeVisible()
  await expect(save).toBeFocused()
  await expect(text).toHaveValue(before)
  // Who leaves it untouched sees what was saved.
  await page.getByRole('heading', { level: 1 }).click()
  await expect(text).toHaveValue('# Warranty\n\nTheirs.')

  await text.fill('# Warranty\n\nMine.')
  await saveThere('# Warranty\n\nTheirs again.')
  await expect(page.getByText('Someone else saved this text while you were editing it.')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(text).toHaveValue('# Warranty\n\nMine.')
  await save.click()
  await expect(page.getByRole('button', { name: 'Overwrite with my version' })).toBeVisible()
})
