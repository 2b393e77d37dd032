import { parsePage } from '#domain/listing.ts'
import { stored } from './stored.ts'

const currentPage = stored<number>('currentPage', parsePage)

export const getCurrentPage = currentPage.get
export const rememberPage = currentPage.set
