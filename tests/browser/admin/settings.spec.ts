import type { Page, Request } from '@playwright/test'
import { image } from '#tests/browser/support/admin.ts'
import { expectAccessible, NARROW } from '#tests/browser/support/axe.ts'
import { arriveAsShopper, logIn } from '#tests/browser/support/quick-shopper.ts'
import { goOn, openCheckout, scriptsReady, visit } from '#tests/browser/support/shopper.ts'
import { expect, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

const EDITOR = '/adminDashboard/settings/texts/faq?as=markdown'
const WORDINGS = '/adminDashboard/settings/wordings'

// Image processing is slow on a busy machine.
test.describe.configure({ timeout: 90_000 })
test.afterEach(async ({ shop }) => {
  await shop.sql('delete from settings')
  await shop.sql('truncate texts')
  await shop.sql(`insert into outbox (change) values ('settings texts')`)
})

test('the settings: the password asked for, texts with preview and versions, sections, a refusal, another admin, a logo, and an open cart that follows', async ({
  page,
  shop,
  stock,
  trouble,
}) => {
  trouble.expect(/400|409/)
  const { password } = shop.accounts.admin
  await logIn(page, shop.accounts.admin)
  await shop.sql("update session set confirmed_at = now() - interval '16 minutes'")
  await visit(page, '/adminDashboard/settings#settings-delivery')
  await expect(page).toHaveURL('/adminDashboard/settings/delivery')

  const opening = page.waitForEvent('popup')
  await test.step('what was typed stays while the password is asked for again in another tab', async () => {
    const delivery = form(page, 'Delivery')
    await delivery.getByLabel('Delivery days').fill('5')
    await expect(delivery.getByRole('list', { name: 'Changes' })).toHaveText('Delivery days: none → 5')
    await save(page, 'Delivery')
    await expect(delivery.getByRole('alert')).toContainText('Nothing was saved yet, and your changes are still here.')
    await delivery.getByRole('link', { name: /Confirm that it’s you/ }).click()
    const tab = await opening
    await tab.getByLabel('Password').fill(password)
    await tab.getByRole('main').getByRole('button', { name: 'Confirm' }).click()
    await expect(tab).toHaveURL('/adminDashboard/settings/delivery')
    // A tab in the background draws nothing, so that each click in it waits.
    await page.bringToFront()
    await expect(delivery.getByLabel('Delivery days')).toHaveValue('5')
    await save(page, 'Delivery')
    await expect(delivery.getByRole('status')).toHaveText('Saved.')
  })

  await goOn(page, '/adminDashboard/settings/texts')
  await editTexts(page, await opening, shop)
  await goOn(page, '/adminDashboard/settings')

  await test.step('the list leads to its section, and what is wrong is told where it is', async () => {
    await page
      .getByRole('navigation', { name: 'Sections of the settings' })
      .getByRole('link', { name: 'Legal' })
      .click()
    await expect(page).toHaveURL('/adminDashboard/settings/legal')
    const legal = form(page, 'Legal')
    await legal.getByLabel('Legal name').fill('Diya House LLP')
    await legal.getByLabel('State').selectOption('Karnataka')
    await legal.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
    await save(page, 'Legal')
    await expect(legal.getByLabel('GSTIN')).toBeFocused()
    await expect(legal.getByLabel('GSTIN')).toHaveAccessibleDescription(/27, which is Maharashtra/)
  })

  await test.step('the second admin is told and keeps what was typed; where nothing was typed, the form follows', async () => {
    await goOn(page, '/adminDashboard/settings/delivery')
    await shop.sql(`insert into settings (name, value) values ('deliveryDays', '7')
      on conflict (name) do update set value = excluded.value`)
    await expect(form(page, 'Delivery').getByLabel('Delivery days')).toHaveValue('7')
    await goOn(page, '/adminDashboard/settings/shop')
    await form(page, 'Shop').getByLabel('Product noun', { exact: true }).fill('lamp')
    await shop.sql(`insert into settings (name, value) values ('shopName', '"Other House"')
      on conflict (name) do update set value = excluded.value`)
    await save(page, 'Shop')
    const told = page.getByRole('alert', { name: 'Someone else has changed these settings' })
    await expect(told).toBeFocused()
    await expect(told.getByRole('row', { name: /Shop name/ })).toContainText('Other House')
    await expectAccessible(page, { ...NARROW, within: '.settings' })
    await form(page, 'Shop').getByLabel('Shop name').fill('Diya House')
    await told.getByRole('button', { name: 'Keep my version' }).click()
    await expect(form(page, 'Shop').getByRole('status')).toHaveText('Saved.')
    await expect(told).toBeHidden()
    await expect(form(page, 'Shop').getByLabel('Product noun', { exact: true })).toHaveValue('lamp')
  })

  await test.step('a logo is shown before it is saved', async () => {
    const logo = form(page, 'Shop')
    await logo.getByLabel('Logo', { exact: true }).setInputFiles(await image('logo.png'))
    await expect(logo.getByRole('img', { name: 'The chosen logo' })).toBeVisible()
  })

  await test.step('an open cart says at once how it can be paid', async () => {
    await arriveAsShopper(page, [await stock({ price: 495 })])
    await openCheckout(page)
    const cash = page.getByRole('button', { name: 'Cash on Delivery' })
    await expect(cash).toBeEnabled()
    await shop.sql(
      `insert into settings (name, value) values ('smallestCashOrder', '500'), ('largestCashOrder', '20000')`,
    )
    await expect(cash).toHaveAccessibleDescription(
      'Cash on delivery is available from ₹500 to ₹20,000. Pay online instead.',
    )
    await expect(cash).toBeDisabled()
    await shop.sql(`insert into settings (name, value) values ('cashOnDelivery', 'false')`)
    await expect(cash).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pay Online' })).toBeEnabled()
  })

  await test.step('a cart in a paused shop says why, beside its total', async () => {
    await shop.sql(`insert into settings (name, value) values ('pausedUntil', '"2099-11-30T09:00"'),
      ('pauseSentence', '"We are at a wedding."')`)
    const message = 'We are at a wedding. You can order again from 30 Nov 2099, 9:00 am.'
    await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible()
    await visit(page, '/cart')
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await expect(summary).toContainText(`${message} Your cart is saved.`)
    await expect(summary.getByRole('button', { name: 'Checkout' })).toHaveCount(0)
  })
})

/** The questions: the preview follows, another tab sees them at once, what was typed survives, and the default returns. */
async function editTexts(page: Page, questions: Page, shop: TestShop): Promise<void> {
  await goOn(questions, '/faq')
  await page.getByRole('link', { name: 'Questions and answers' }).first().click()
  await page.getByRole('link', { name: 'Markdown', exact: true }).click()
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
    // The link to Markdown keeps the version of the page that is open.
    await expect(page).toHaveURL(/[?&]version=0/)
    await page.getByRole('link', { name: 'Markdown', exact: true }).click()
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
    await page.getByRole('link', { name: 'Markdown', exact: true }).click()
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
    await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await shop.sql(`insert into texts (name, version, markdown) values ('faq', 4, $1)`, ['# T\n\n## Theirs?\n\nNo.'])
    // The form is made anew with the page's new data, and a press in between would be lost.
    await expect(page.getByRole('listitem').filter({ hasText: 'Version 4' })).toContainText('shown now')
    await save.click()
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else saved this text' })
    await expect(conflict).toBeVisible()
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await expectAccessible(page, NARROW)
    await page.getByRole('button', { name: 'Overwrite with my version' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
  })

  await test.step('an uploaded picture is inserted where the admin was writing', async () => {
    await goOn(page, '/adminDashboard/settings/texts/banner?as=markdown')
    await text.fill('# Slides\n\n## Terrace\n\nOurs.\n\n[See](/allproduct)')
    await page.getByLabel('Add a picture').setInputFiles(await image('terrace.png'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByText('Uploaded, and inserted')).toBeVisible({ timeout: 40_000 })
    await expect(text).toHaveValue(/!\[\]\(\/productImages\/\d+-terrace-/)
    await expect(preview.getByRole('img')).toHaveCount(0)
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    const shown = async (path: string) => (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
    await expect.poll(() => shown('/')).toContain('Terrace')
    await expect.poll(() => shown('/faq')).toContain('Mine?')
  })

  await test.step('what was saved is no longer kept in the browser', async () => {
    await goOn(page, EDITOR)
    await expect(text).toHaveValue('# Questions\n\n## Mine?\n\nYes.')
    await expect(page.getByText('What you typed')).toHaveCount(0)
  })

  await test.step('the wording of a message: what it cannot say is refused, the preview follows, the list restores it', async () => {
    await goOn(page, WORDINGS)
    await page.getByRole('link', { name: 'Edit: Cash order paid online' }).click()
    await text.fill('We got {{amout}}.')
    await save.click()
    await expect(text).toHaveAccessibleDescription(/\{\{amout\}\} is not one of the placeholders of this message\./)
    await text.fill('We got {{amount}}.')
    await expect(preview).toContainText('We got ₹1,485.')
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await goOn(page, WORDINGS)
    const wording = page.getByRole('listitem').filter({ hasText: 'Cash order paid online' })
    await expect(wording).toContainText('Changed')
    await expect(wording).toContainText('We got ₹1,485.')
    await expectAccessible(page, { ...NARROW, within: '.settings' })
    await wording.getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByText('Restored as a new version.')).toBeVisible()
    await expect(text).toHaveValue(/^We received your payment of/)
  })
}

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
    if (isPreview(request)) {
      ask()
      await reloading
    } else if (request.method() === 'GET') {
      reload()
      await answered
    }
    // The page may have given up the request.
    await route.continue().catch(() => {})
  })
  // A change that arrives meanwhile makes the page give up the preview; then there is no response to wait for.
  const answerPreview = (request: Request) => {
    if (isPreview(request)) answer()
  }
  page.on('requestfinished', answerPreview).on('requestfailed', answerPreview)
  return { asked }
}

function isPreview(request: Request): boolean {
  return request.method() === 'POST' && !!request.postData()?.includes('preview')
}

function form(page: Page, name: string) {
  return page.getByRole('form', { name, exact: true })
}

async function save(page: Page, name: string): Promise<void> {
  await form(page, name).getByRole('button', { name: 'Save', exact: true }).click()
}
