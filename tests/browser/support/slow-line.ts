import type { Page } from '@playwright/test'

/** A cheap phone's line: 90 KB/s, answers after 0.3 s, and nothing stored from an earlier visit. @returns ends it */
export async function slowLine(page: Page, { kilobytes = 90, latency = 300 } = {}): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: kilobytes * 1024,
    uploadThroughput: kilobytes * 1024,
  })
  return () => client.detach()
}

/**
 * Opens a page whose scripts arrive only after `early`, however slow this machine is, and then as slowly as the line.
 *
 * @param early what somebody does before the scripts are there
 */
export async function arriveBefore(page: Page, path: string, early: () => Promise<void>): Promise<void> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue().catch(() => {})
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await early()
  scripts.resolve()
  await page.unrouteAll({ behavior: 'wait' })
}
