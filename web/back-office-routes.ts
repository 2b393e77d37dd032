/** Is it a route of the back office, or of the style guide? Shoppers' list of routes has neither. */
export const isBackOffice = (id: string): boolean => /^(admin|styleguide)\//.test(id)

/** Where the list of routes for shoppers is. @param url of the list of all routes */
export const shopManifest = (url: string): string => url.replace('.js', '-shop.js')
