/** True for routes of the back office, which the shoppers' route manifest leaves out. */
export const isBackOffice = (id: string): boolean => id.startsWith('admin/')

/** The URL of the shoppers' route manifest. @param url of the full manifest */
export const shopManifest = (url: string): string => url.replace('.js', '-shop.js')
