import { expectToast, visit } from '#tests/browser/support/shopper.ts'
import { expect, type Page, test } from '#tests/browser/support/test.ts'

const SUBMIT = '**/web3forms/submit'

const message = { Name: 'Meera Nair', Email: 'meera24@gmail.com', Phone: '12345', Message: 'Large pots?' }

test('the map comes at a press; a message that fails stays as it was typed, and is kept once', async ({
  page,
  shop,
  trouble,
}) => {
  trouble.expect(/400.*contactUs/i, /400.*web3forms/, /web3forms.*ERR_/, /ERR_.*web3forms/)
  await page.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Streets of Pune' }),
  )
  const main = page.getByRole('main')
  const words = `Large pots? ${Date.now()}`
  const send = () => main.getByRole('button', { name: 'Send message' }).click()
  const told = (text: string) => expect(main.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const kept = () => shop.sql('select name, phone from contact_messages where message = $1', [words])
  const posted: string[] = []
  page.on('request', (request) => request.url().includes('web3forms') && posted.push(request.url()))

  await visit(page, '/contactUs')
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

async function expectTyped(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('main').getByLabel('Message')).toHaveValue(words)
  await expect(page.getByRole('main').getByLabel('Name')).toHaveValue(words && message.Name)
}
