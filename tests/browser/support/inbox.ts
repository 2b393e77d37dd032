import { expect, type Page } from '@playwright/test'

/** The emails to this address in the sandbox's inbox, as HTML. */
export async function listEmailsTo(page: Page, email: string): Promise<string[]> {
  const html = await (await page.request.get('/sandbox/inbox')).text()
  return html
    .split('<article')
    .slice(1)
    .filter((text) => text.includes(email))
}

/** Waits for an email to this address, and returns the part of the newest one that matches the pattern. */
export async function findInInbox(page: Page, email: string, pattern: RegExp): Promise<string> {
  const find = async () => pattern.exec((await listEmailsTo(page, email))[0] ?? '')?.[0] ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}
