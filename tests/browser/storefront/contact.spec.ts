import { expectToast, goOn, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'
import type { TestShop } from '#tests/support/shop.ts'

const SUBMIT = '**/web3forms/submit'

const message = { Name: 'Meera Nair', Email: 'meera24@gmail.com', Phone: '12345', Message: 'Large pots?' }

test('a Sold pot is asked for, and the shop written to: what fails stays as it was typed, and is kept once; the map comes at a press', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/400.*contactUs/i, /400.*web3forms/, /web3forms.*ERR_/, /ERR_.*web3forms/)
  trouble.expect(/400.*request/, /request.*ERR_CONNECTION_REFUSED/, /ERR_CONNECTION_REFUSED.*request/)
  await test.step('a Sold pot cannot be bought, but asked for: mended, sent again when the line was cut, and kept once', () =>
    requestSoldPot(page, shop))
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Streets of Pune' }),
  )
  const main = page.getByRole('main')
  const words = `Large pots? ${Date.now()}`
  const send = () => main.getByRole('button', { name: 'Send message' }).click()
  const told = (text: string) => expect(main.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const kept = () => shop.sql('select name, phone from contact_messages where message = $1', [words])
  const posted: string[] = []
  page.on('request', (request) => request.url().includes('/web3forms/') && posted.push(request.url()))

  await goOn(page, '/contactUs')
  await main.getByRole('button', { name: 'Show map' }).click()
  await expect(main.frameLocator('iframe').getByText('Streets of Pune')).toBeVisible()
  await expect(main.getByText('Test mode')).toBeVisible()

  await test.step('what has to be mended is neither kept nor posted', async () => {
    for (const [label, text] of Object.entries({ ...message, Message: words })) await main.getByLabel(label).fill(text)
    await send()
    await expectToast(page, 'Failed to send message. Please try again.')
    await expect(main.getByText('Enter a 10-digit phone number.')).toBeVisible()
    expect(posted).toEqual([])
    expect(await kept()).toEqual([])
  })

  await test.step('a form service that cannot be reached is told in other words, and the shop has the message', async () => {
    await main.getByLabel('Phone').fill('98450 00012')
    await page.route(SUBMIT, (route) => route.abort('connectionrefused'), { times: 1 })
    await send()
    await expectToast(page, 'An error occurred. Please try again later.')
    await told('An error occurred. Please try again later.')
    await expectTyped(page, words)
    expect(await kept()).toEqual([{ name: message.Name, phone: '9845000012' }])
  })

  await test.step('so is its refusal', async () => {
    const refusal = { status: 400, json: { success: false, message: 'Invalid Access Key' } }
    await page.route(SUBMIT, (route) => route.fulfill(refusal), { times: 1 })
    await send()
    await told('Failed to send message. Please try again.')
    await expectTyped(page, words)
  })

  await test.step('trying again posts it, and keeps one message', async () => {
    const [request] = await Promise.all([page.waitForRequest(SUBMIT), send()])
    await expectToast(page, 'Message sent successfully!')
    await told('Message sent successfully!')
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/)
    const body = request.postData() ?? ''
    for (const name of ['access_key', 'name', 'email', 'phone', 'message']) expect(body).toContain(`name="${name}"`)
    expect(body).toContain(words)
    expect(body).toContain('9845000012')
    expect(await kept()).toHaveLength(1)
  })

  await test.step('after a success the form is empty, and the same text is a new message', async () => {
    await expectTyped(page, '')
    const again = { ...message, Phone: '9845000012', Message: words }
    for (const [label, text] of Object.entries(again)) await main.getByLabel(label).fill(text)
    await send()
    await expect.poll(kept).toHaveLength(2)
    await expectTyped(page, '')
  })
})

async function requestSoldPot(page: Page, shop: TestShop): Promise<void> {
  const [sold] = await shop.sql<{ id: string }>("select id from products where title = 'Widee Fountain Bowl'")
  await visit(page, `/productinfo/${sold?.id}`)
  await expect(page.locator('.product-price').getByText('Sold', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sold' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0)

  const note = `Two of them, please ${Date.now()}`
  const [name, email] = [page.getByLabel('Name'), page.getByLabel('Email')]
  const send = page.getByRole('button', { name: 'Request this pot' })
  await page.getByText('Want this pot?').click()
  await email.fill('not an address')
  await send.click()
  await expect(name).toHaveAccessibleDescription('Enter your name.')
  await expect(email).toHaveAccessibleDescription('Enter a valid email.')
  await expect(email).toHaveValue('not an address')

  await name.fill('Kavya Rao')
  await email.fill('kavya@gamla.example')
  await page.getByLabel('Note').fill(note)
  await page.route(/request/, (route) => route.abort('connectionrefused'))
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Connection lost. Please try again.')
  await expect(page.getByLabel('Note')).toHaveValue(note)
  await page.unroute(/request/)
  await send.click()
  await expect(page.getByText('Thank you. We’ll email you when this pot is back.')).toBeVisible()
  const raised = await shop.sql('select product_id, name, email, user_id from product_raise where note = $1', [note])
  expect(raised).toEqual([{ product_id: sold?.id, name: 'Kavya Rao', email: 'kavya@gamla.example', user_id: null }])
}

async function expectTyped(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('main').getByLabel('Message')).toHaveValue(words)
  await expect(page.getByRole('main').getByLabel('Name')).toHaveValue(words && message.Name)
}
