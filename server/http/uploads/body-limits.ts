import { IMAGE_MAX_BYTES, IMAGES_MOST } from '#domain/catalog/forms/image-limits.ts'
import { ZIP_MAX_BYTES } from '#domain/catalog/import/pictures.ts'
import { MEDIA_MAX_BYTES, MEDIA_NAMES } from '#domain/catalog/media.ts'
import { IMPORT_MAX_BYTES } from '#domain/cells.ts'
import type { Permission } from '#domain/permissions.ts'
import { RETURN_PICTURES_MAX } from '#domain/returns/forms.ts'
import { REVIEW_PICTURES } from '#domain/reviews/review.ts'

/** No other form of the shop is larger; a cart of a hundred lines is about 20 KB. */
export const MAX_BODY = 256 * 1024
/** Of the fields beside the files of most forms. */
const FIELDS = 100_000
const IMPORT_BODY = IMPORT_MAX_BYTES + FIELDS
const PRODUCT_BODY = IMAGES_MOST * IMAGE_MAX_BYTES + MEDIA_NAMES.length * MEDIA_MAX_BYTES + 1_000_000

/** Forms with files may be larger. Bodies from people without its permission are discarded as they stream in. */
export type LargeBody = { permission: Permission; bytes: number }

const LARGE_BODIES: readonly (readonly [path: RegExp, permission: Permission, bytes: number])[] = [
  [/^\/(addproduct|updateproduct\/\d+)(\/save)?$/i, 'POST /addproduct', PRODUCT_BODY],
  [/^\/sellerdashboard\/(addproduct|updateproduct\/\d+)(\/save)?$/i, 'POST /sellerDashboard/addproduct', PRODUCT_BODY],
  [/^\/orders\/\d+$/i, 'POST /orders/:id review', REVIEW_PICTURES * IMAGE_MAX_BYTES + FIELDS],
  [/^\/orders\/\d+\/return$/i, 'POST /orders/:id/return', RETURN_PICTURES_MAX * IMAGE_MAX_BYTES + FIELDS],
  [/^\/admindashboard\/settings$/i, 'GET /adminDashboard/settings', IMAGE_MAX_BYTES + 1_000_000],
  [/^\/admindashboard\/settings\/pictures$/i, 'POST /adminDashboard/settings/pictures', IMAGE_MAX_BYTES + FIELDS],
  [
    /^\/admindashboard\/collections\/(new|\d+)$/i,
    'POST /adminDashboard/collections/:id save',
    IMAGE_MAX_BYTES + 1_000_000,
  ],
  [/^\/admindashboard\/import$/i, 'POST /adminDashboard/import check', IMPORT_BODY],
  [/^\/admindashboard\/import\/customers$/i, 'POST /adminDashboard/import/customers', IMPORT_BODY],
  [/^\/admindashboard\/import\/reviews$/i, 'POST /adminDashboard/import/reviews', IMPORT_BODY],
  [/^\/admindashboard\/cash$/i, 'POST /adminDashboard/cash import', IMPORT_BODY],
  [/^\/admindashboard\/import\/move$/i, 'POST /adminDashboard/import/move', IMPORT_MAX_BYTES + ZIP_MAX_BYTES],
  [/^\/admindashboard\/import\/move\/[\w-]+$/i, 'POST /adminDashboard/import/move/:id pictures', ZIP_MAX_BYTES],
]

/** The larger limit of this form, or undefined where the usual one applies. */
export function findLargeBody(path: string, contentType = ''): LargeBody | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const page = withoutSlashes(path.replace(/\.data$/, ''))
  const [, permission, bytes] = LARGE_BODIES.find(([path]) => path.test(page)) ?? []
  return permission && bytes ? { permission, bytes } : undefined
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}
