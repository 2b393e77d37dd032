import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { TestShop } from '#tests/support/shop.ts'
import { logIn } from './quick-shopper.ts'
import { toast, visit } from './shopper.ts'

type Person = { email: string; password: string }

/** What was typed before is in its form again, after a reload or a session that had ended. */
export async function expectRestored(page: Page) {
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible()
}

/** Logs in without the form, then opens a page of the back office. */
export async function enter(page: Page, person: Person, path: string): Promise<void> {
  await logIn(page, person)
  await visit(page, path)
}

export type Upload = { name: string; mimeType: string; buffer: Buffer }

export function csv(text: string): Upload {
  return { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** A one-coloured image; the colour tells images apart. */
export async function image(name: string, background = '#7a8a6a', side = 60): Promise<Upload> {
  const image = sharp({ create: { width: side, height: Math.round(side * 1.25), channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

/** Waits for image processing, which is slow on a busy machine. */
export async function expectSaved(page: Page, text: string): Promise<void> {
  await expect(toast(page, text).first()).toBeVisible({ timeout: 40_000 })
}

export async function fillProduct(page: Page, { title, images }: { title: string; images: Upload[] }): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Size', { exact: true }).selectOption('C02')
  await page.getByLabel('Description').fill('A cube for the window sill.')
  await page.getByLabel('Product images').setInputFiles(images)
}

/** The table rows that contain this text. */
export function row(page: Page, text: string | RegExp): Locator {
  return page.getByRole('rowgroup').last().getByRole('row').filter({ hasText: text })
}

export async function idOf(shop: TestShop, title: string): Promise<number> {
  const [found] = await shop.sql<{ id: string }>('select id from products where title = $1', [title])
  return Number(found?.id)
}

/** Confirms in the dialog. */
export async function confirm(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  // It fades out, and until then its button is there too.
  await expect(dialog).toBeHidden()
}

/** Saves as another admin would. */
export async function saveElsewhere(shop: TestShop, id: number, title: string, images?: string[]) {
  await shop.sql(
    `update products set title = $2, product_image_url = coalesce($3, product_image_url), version = version + 1
     where id = $1`,
    [id, title, images],
  )
}

/** Presses a button of the products table in another window. */
export async function press(page: Page, intent: string, id: number) {
  const form = { intent, id: String(id), confirmed: 'yes' }
  const answer = await page.request.post('/adminDashboard', { form, headers: { accept: 'text/html' } })
  expect(answer.ok()).toBe(true)
}

/** The update form's message when its product was deleted meanwhile. */
export function deletion(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'This product was deleted while you were editing it' })
}

/** The update form's message when its product was saved elsewhere meanwhile. */
export function conflict(page: Page) {
  return page
    .getByRole('alert')
    .filter({ hasText: 'Someone else saved this product while you were editing it' })
    .first()
}
