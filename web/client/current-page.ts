import { parsePage } from '#domain/catalog/listing.ts'
import { stored } from './local-storage-store.ts'

const currentPage = stored<number>('currentPage', parsePage)

export const getCurrentPage = currentPage.get
export const rememberPage = currentPage.set
