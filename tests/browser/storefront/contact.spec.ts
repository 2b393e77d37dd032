import type { Locator } from '@playwright/test'
import { expectToast, toast, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const SUBMIT = '**/web3forms/submit'

const message = {
  Name: 'Meera Nair',
  Email: 'meera24@gmail.com',
  Phone: '98450 00012',
  Message: 'Do you have large pots for a terrace?',
}

const main = (page: Page): Locator => page.getByRole('main')

async function write(page: Page, words: Partial<typeof message> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...message, ...words })) await main(page).getByLabel(label).fill(text)
}

const send = (page: Page) => main(page).getByRole('button', { name: 'Send message' }).click()

test('the form and, at a press, a map, in either spelling of the address', async ({ page }) => {
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Streets of Pune' }),
  )
  for (const path of ['/contactUs', '/ContactUs']) {
    await visit(page, path)
    await expect(page).toHaveURL(path)
    for (const label of Object.keys(message)) {
      await expect(main(page).getByLabel(label)).toHaveAttribute('required')
    }
    await main(page).getByRole('button', { name: 'Show map' }).click()
    await expect(main(page).frameLocator('iframe').getByText('Streets of Pune')).toBeVisible()
  }
})

test('a message is kept by the shop, then posted to the form service', async ({ page, shop }) => {
  const words = `Large pots? ${Date.now()}`
  await visit(page, '/contactUs')
  await expect(main(page).getByText('Test mode')).toBeVisible()
  await write(page, { Message: words })
  const [posted] = await Promise.all([page.waitForRequest(SUBMIT), send(page)])
  await expectToast(page, 'Message sent successfully!')
  await expect(main(page).getByRole('alert')).toHaveText('Message sent successfully!')

  expect(posted.headers()['content-type']).toMatch(/^multipart\/form-data/)
  const body = posted.postData() ?? ''
  for (const name of ['access_key', 'name', 'email', 'phone', 'message']) expect(body).toContain(`name="${name}"`)
  expect(body).toContain(words)
  expect(body).toContain('9845000012')
  expect(await shop.sql('select name, phone from contact_messages where message = $1', [words])).toEqual([
    { name: message.Name, phone: '9845000012' },
  ])
  // After a successful send the form is empty, and the same text is a new message.
  await expect(main(page).getByLabel('Message')).toHaveValue('')
  await write(page, { Message: words })
  await send(page)
  await expect.poll(() => shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(2)
  await expect(main(page).getByLabel('Message')).toHaveValue('')
})

test('a refusal is told, what was typed stays, and trying again keeps one message', async ({ page, shop, trouble }) => {
  trouble.expect(/answered 400.*web3forms/, /status of 400.*web3forms/)
  const words = `A refused message ${Date.now()}`
  await page.route(
    SUBMIT,
    (route) => route.fulfill({ status: 400, json: { success: false, message: 'Invalid Access Key' } }),
    { times: 1 },
  )
  await visit(page, '/contactUs')
  await write(page, { Message: words })
  await send(page)
  await expectToast(page, 'Failed to send message. Please try again.')
  await expect(main(page).getByLabel('Message')).toHaveValue(words)
  await expect(main(page).getByLabel('Name')).toHaveValue(message.Name)

  await send(page)
  await expectToast(page, 'Message sent successfully!')
  expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(1)
})

test('a form service that cannot be reached is told in other words, and the shop has the message', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/web3forms.*ERR_/, /ERR_.*web3forms/)
  const words = `An unanswered message ${Date.now()}`
  await page.route(SUBMIT, (route) => route.abort('connectionrefused'), { times: 1 })
  await visit(page, '/contactUs')
  await write(page, { Message: words })
  await send(page)
  await expectToast(page, 'An error occurred. Please try again later.')
  await expect(main(page).getByLabel('Message')).toHaveValue(words)
  expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(1)

  await send(page)
  await expectToast(page, 'Message sent successfully!')
  expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(1)
})

test('what has to be mended is neither kept nor posted', async ({ page, trouble }) => {
  trouble.expect(/answered 400.*contactUs/i, /status of 400.*contactUs/i)
  const posted: string[] = []
  page.on('request', (request) => request.url().includes('web3forms') && posted.push(request.url()))
  await visit(page, '/contactUs')
  await write(page, { Phone: '12345' })
  await send(page)
  await expectToast(page, 'Failed to send message. Please try again.')
  await expect(main(page).getByText('Enter a 10-digit phone number.')).toBeVisible()
  expect(posted).toEqual([])
})

test('a program that fills in every field has told nobody', async ({ page, shop }) => {
  const words = `A program's message ${Date.now()}`
  await visit(page, '/contactUs')
  await write(page, { Message: words })
  await page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
    input.value = 'https://spam.example'
  })
  await send(page)
  await expect(toast(page, 'Message sent successfully!').first()).toBeVisible()
  expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a message reaches the shop all the same', async ({ page, shop, trouble }) => {
    trouble.expect(/\.js csp$/)
    const words = `Without scripts ${Date.now()}`
    await page.goto('/contactUs')
    await write(page, { Message: words })
    await send(page)
    await expect(main(page).getByRole('alert')).toHaveText('Message sent successfully!')
    expect(await shop.sql('select 1 from contact_messages where message = $1', [words])).toHaveLength(1)
  })
})
