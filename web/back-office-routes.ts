/** True for routes of the back office and the style guide, which the shoppers' route manifest leaves out. */
export const isBackOffice = (id: string): boolean => /^(admin|styleguide)\//.test(id)

/** The URL of the shoppers' route manifest. @param url of the full manifest */
export const shopManifest = (url: string): string => url.replace('.js', '-shop.js')
