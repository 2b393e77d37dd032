import { parsePage } from '#domain/catalog/listing.ts'
import { localStorageStore } from './local-storage-store.ts'

const currentPage = localStorageStore<number>('currentPage', parsePage)

export const getCurrentPage = currentPage.get
export const rememberPage = currentPage.set
