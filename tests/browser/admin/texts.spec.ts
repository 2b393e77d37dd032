import type { Page } from '@playwright/test'
import { enter, image } from '#tests/browser/support/admin.ts'
import { expectAccessible } from '#tests/browser/support/axe.ts'
import { goOn, scriptsReady, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'

const EDITOR = '/adminDashboard/settings/texts/faq'

test.afterEach(async ({ shop }) => {
  await shop.sql('truncate texts')
  await shop.sql(`insert into outbox (change) values ('settings texts')`)
})

test('the questions: the preview follows, another tab sees them at once, what was typed survives, and the default returns; a picture in the banner', async ({
  page,
  context,
  shop,
  trouble,
}) => {
  trouble.expect(/409/)
  await enter(page, shop.accounts.admin, '/adminDashboard/settings')
  const questions = await context.newPage()
  await visit(questions, '/faq')
  await page.getByRole('link', { name: 'Questions and answers' }).first().click()
  const preview = page.getByRole('region', { name: 'Preview' })
  const text = page.getByLabel('Text', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })

  await test.step('a text is previewed, and what is wrong in it named; saved, an open tab has it at once', async () => {
    await expect(preview).toContainText('Are the pots really stone?')
    await text.fill('# Questions\n\nIntro.\n\n## Is it {{shopp}}?\n\nYes.')
    await expect(preview).toContainText('{{shopp}} is not one of the placeholders.')
    await text.fill('# Questions\n\nIntro.\n\n## Is it {{shop}}?\n\nYes.')
    await expect(preview).toContainText('Is it Gamla?')
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(questions.getByText('Is it Gamla?')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Version 1' })).toContainText('shown now')
  })

  await test.step('the default is opened, and a late preview of it changes nothing', async () => {
    await page.getByRole('link', { name: 'Open the default' }).click()
    await expect(page.getByText('This is the default. The shop shows version 1.')).toBeVisible()
    const late = await holdPreviewUntilReload(page)
    await text.fill('# Questions\n\nIntro.\n\n## Once more?\n\nYes.')
    await late.asked
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page).toHaveURL(EDITOR)
    await expect(text).toHaveValue(/Once more/)
    // The answer comes before the page's new data, and a press in between would still be for version 1.
    await expect(page.getByRole('listitem').filter({ hasText: 'Version 2' })).toContainText('shown now')
    await page.unroute('**/texts/faq.data*')
    await page.getByRole('button', { name: 'Restore the default' }).click()
    await expect(page.getByText('Restored as a new version.')).toBeVisible()
    await expect(text).toHaveValue(/Are the \{\{nouns\}\} really stone\?/)
    await expect(questions.getByText('Are the pots really stone?')).toBeVisible()
    await questions.close()
  })

  await test.step('what was typed is here again after a reload, and survives a second admin’s save', async () => {
    await text.fill('# Questions\n\n## Mine?\n\nYes.')
    await expect(preview).toContainText('Mine?')
    // The tab is closed and opened again.
    await page.reload()
    await scriptsReady(page)
    await expect(page.getByText('What you typed and did not save is here again.')).toBeVisible()
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await shop.sql(`insert into texts (name, version, markdown) values ('faq', 4, $1)`, ['# T\n\n## Theirs?\n\nNo.'])
    await save.click()
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved this text' })
    await expect(conflict).toBeVisible()
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save mine over it' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await goOn(page, '/faq')
    await expect(page.getByText('Mine?')).toBeVisible()
    await goOn(page, EDITOR)
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await expect(page.getByText('What you typed')).toHaveCount(0)
  })

  await test.step('an uploaded picture is inserted where the admin was writing', async () => {
    await goOn(page, '/adminDashboard/settings/texts/banner')
    await text.fill('# Slides\n\n## Terrace\n\nOurs.\n\n[See](/allproduct)')
    await page.getByLabel('Add a picture').setInputFiles(await image('terrace.png'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Uploaded, and inserted')).toBeVisible({ timeout: 40_000 })
    await expect(text).toHaveValue(/!\[\]\(\/productImages\/\d+-terrace-/)
    await expect(preview.getByRole('img')).toHaveCount(0)
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    const home = async () => (await page.request.get('/', { headers: { accept: 'text/html' } })).text()
    await expect.poll(home).toContain('Terrace')
  })
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
