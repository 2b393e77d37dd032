import type { Page } from '@playwright/test'

/** The emails to this address in the sandbox's inbox, as HTML. */
export async function listEmailsTo(page: Page, email: string): Promise<string[]> {
  const html = await (await page.request.get('/sandbox/inbox')).text()
  return html
    .split('<article')
    .slice(1)
    .filter((text) => text.includes(email))
}
