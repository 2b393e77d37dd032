import { IMAGE_MAX_BYTES, IMAGES_MOST } from '#domain/catalog/forms/image-limits.ts'
import { ZIP_MAX_BYTES } from '#domain/catalog/import/pictures.ts'
import { MEDIA_MAX_BYTES, MEDIA_NAMES } from '#domain/catalog/media.ts'
import { IMPORT_MAX_BYTES } from '#domain/cells.ts'
import type { Permission } from '#domain/permissions.ts'
import { RETURN_PICTURES_MAX } from '#domain/returns/forms.ts'
import { REVIEW_PICTURES } from '#domain/reviews/review.ts'

/** No other form of the shop is larger; a cart of a hundred lines is about 20 KB. */
export const MAX_BODY = 256 * 1024
const PRODUCT_BODY = IMAGES_MOST * IMAGE_MAX_BYTES + MEDIA_NAMES.length * MEDIA_MAX_BYTES + 1_000_000

/** Forms with files may be larger. Bodies from people without its permission are discarded as they stream in. */
export type LargeBody = { permission: Permission; bytes: number }

const largeBodies: readonly (LargeBody & { path: RegExp })[] = [
  { path: /^\/(addproduct|updateproduct\/\d+)(\/save)?$/i, permission: 'POST /addproduct', bytes: PRODUCT_BODY },
  {
    path: /^\/sellerdashboard\/(addproduct|updateproduct\/\d+)(\/save)?$/i,
    permission: 'POST /sellerDashboard/addproduct',
    bytes: PRODUCT_BODY,
  },
  {
    path: /^\/orders\/\d+$/i,
    permission: 'POST /orders/:id review',
    bytes: REVIEW_PICTURES * IMAGE_MAX_BYTES + 100_000,
  },
  {
    path: /^\/orders\/\d+\/return$/i,
    permission: 'POST /orders/:id/return',
    bytes: RETURN_PICTURES_MAX * IMAGE_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/settings$/i,
    permission: 'GET /adminDashboard/settings',
    bytes: IMAGE_MAX_BYTES + 1_000_000,
  },
  {
    path: /^\/admindashboard\/settings\/pictures$/i,
    permission: 'POST /adminDashboard/settings/pictures',
    bytes: IMAGE_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/collections\/(new|\d+)$/i,
    permission: 'POST /adminDashboard/collections/:id save',
    bytes: IMAGE_MAX_BYTES + 1_000_000,
  },
  {
    path: /^\/admindashboard\/import$/i,
    permission: 'POST /adminDashboard/import check',
    bytes: IMPORT_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/import\/customers$/i,
    permission: 'POST /adminDashboard/import/customers',
    bytes: IMPORT_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/import\/reviews$/i,
    permission: 'POST /adminDashboard/import/reviews',
    bytes: IMPORT_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/cash$/i,
    permission: 'POST /adminDashboard/cash import',
    bytes: IMPORT_MAX_BYTES + 100_000,
  },
  {
    path: /^\/admindashboard\/import\/move$/i,
    permission: 'POST /adminDashboard/import/move',
    bytes: IMPORT_MAX_BYTES + ZIP_MAX_BYTES,
  },
  {
    path: /^\/admindashboard\/import\/move\/[\w-]+$/i,
    permission: 'POST /adminDashboard/import/move/:id pictures',
    bytes: ZIP_MAX_BYTES,
  },
]

/** The larger limit of this form, or undefined where the usual one applies. */
export function findLargeBody(path: string, contentType = ''): LargeBody | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const page = withoutSlashes(path.replace(/\.data$/, ''))
  return largeBodies.find(({ path }) => path.test(page))
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
