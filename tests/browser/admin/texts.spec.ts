import type { Page } from '@playwright/test'
import { enter, image } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { scriptsReady, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const EDITOR = '/adminDashboard/settings/texts/faq'

test.afterEach(async ({ shop }) => {
  await shop.sql('truncate texts')
  await shop.sql(`insert into outbox (change) values ('settings texts')`)
})

test('an admin changes the questions: the preview follows, another tab sees them at once, and the default returns', async ({
  page,
  shop,
  openBrowser,
}) => {
  const shopper = await openBrowser()
  await visit(shopper, '/faq')
  await scriptsReady(shopper)
  await enter(page, shop.accounts.admin, '/adminDashboard/settings')
  await page.getByRole('link', { name: 'Questions and answers' }).first().click()
  await scriptsReady(page)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Are the pots really stone?')

  await page.getByLabel('Text', { exact: true }).fill('# Questions\n\nIntro.\n\n## Is it {{shopp}}?\n\nYes.')
  await expect(preview).toContainText('{{shopp}} is not one of the placeholders.')
  await page.getByLabel('Text', { exact: true }).fill('# Questions\n\nIntro.\n\n## Is it {{shop}}?\n\nYes.')
  await expect(preview).toContainText('Is it Gamla?')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(shopper.getByText('Is it Gamla?')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 1' })).toContainText('shown now')

  await page.getByRole('link', { name: 'Open the default' }).click()
  await expect(page.getByText('This is the default. The shop shows version 1.')).toBeVisible()
  const late = await holdPreviewUntilReload(page)
  await page.getByLabel('Text', { exact: true }).fill('# Questions\n\nIntro.\n\n## Once more?\n\nYes.')
  await late.asked
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page).toHaveURL(EDITOR)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/Once more/)
  // The answer comes before the page's new data, and a press in between would still be for version 1.
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText('shown now')

  await page.getByRole('button', { name: 'Restore the default' }).click()
  await expect(page.getByText('Restored as a new version.')).toBeVisible()
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/Are the \{\{nouns\}\} really stone\?/)
  await expect(shopper.getByText('Are the pots really stone?')).toBeVisible()
})

test('what was typed survives being asked for the password, and a second admin’s save', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/409/)
  await enter(page, shop.accounts.admin, EDITOR)
  await scriptsReady(page)
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('# Questions\n\n## Mine?\n\nYes.')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Mine?')
  // The tab is closed and opened again.
  await page.reload()
  await scriptsReady(page)
  await expect(page.getByText('What you typed and did not save is here again.')).toBeVisible()
  await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')

  await shop.sql(`insert into texts (name, version, markdown) values ('faq', 1, $1)`, ['# T\n\n## Theirs?\n\nNo.'])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved this text' })
  await expect(conflict).toBeVisible()
  await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await visit(page, '/faq')
  await expect(page.getByText('Mine?')).toBeVisible()
  await visit(page, EDITOR)
  await scriptsReady(page)
  await expect(page.getByText('What you typed')).toHaveCount(0)
})

test('an uploaded picture is inserted where the admin was writing', async ({ page, shop }) => {
  await enter(page, shop.accounts.admin, '/adminDashboard/settings/texts/banner')
  await scriptsReady(page)
  await page.getByLabel('Text', { exact: true }).fill('# Slides\n\n## Terrace\n\nOurs.\n\n[See](/allproduct)')
  await page.getByLabel('Add a picture').setInputFiles(await image('terrace.png'))
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('Uploaded, and inserted')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/!\[\]\(\/productImages\/\d+-terrace-/)
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await visit(page, '/')
  await expect(page.getByRole('heading', { name: 'Terrace' })).toBeVisible()
})

/**
 * The answer to the next preview comes when the page is loaded again after a save, and before its data.
 * @returns resolves when the preview was asked for
 */
async function holdPreviewUntilReload(page: Page): Promise<{ asked: Promise<unknown> }> {
  let reload: () => void
  const reloading = new Promise<void>((resolve) => (reload = resolve))
  let answer: () => void
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let ask: () => void
  const asked = new Promise<void>((resolve) => (ask = resolve))
  await page.route('**/texts/faq.data*', async (route) => {
    const request = route.request()
    if (request.method() === 'GET') {
      reload()
      await answered
    } else if (request.postData()?.includes('preview')) {
      ask()
      await reloading
      page.once('requestfinished', () => answer())
    }
    // The reload may have been given up.
    await route.continue().catch(() => {})
  })
  return { asked }
}
