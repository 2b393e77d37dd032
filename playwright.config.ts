import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  reporter: [['./tests/browser/support/report.ts']],
  // Each has a shop and a browser of its own, and the machine two cores.
  workers: 2,
  // Otherwise the one with the last long file works alone for half a minute.
  fullyParallel: true,
  forbidOnly: true,
  // For a machine that is busy with something else. Tests that needed it are printed, so that somebody makes them reliable.
  retries: 1,
  // Long, because the machine may be busy; only failures take this long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    // Tests that break single requests would not see those that a worker answers; offline.spec.ts lets it in.
    serviceWorkers: 'block',
    // Animations keep both cores busy. Tests of motion ask for it with `allowMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without it, Playwright's own.
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        ...asRoot,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds: optimising its code costs more than it saves, 10 of 156 CPU s.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
