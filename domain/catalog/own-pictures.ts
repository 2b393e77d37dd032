/**
 * Made from the contents of all pictures that come with the shop (`web/pictures`, `photography/pictures`), so browsers
 * may keep them for a year. One for all of them, because a name for each would add kilobytes of script to every first
 * visit. `tests/integration/images.test.ts` says what it has to be after a change.
 */
export const PICTURES_VERSION = 'b41a1a5730'

/** The address of one of the site's own pictures. @param file such as `banner-2-wide-960.webp` */
export function ownPicture(file: string): string {
  return `/pictures/${PICTURES_VERSION}/${file}`
}

/** The address from which a picture is fetched: of one that comes with the shop, `/pots/…`, with the version. */
export function fetchedFrom(image: string): string {
  return image.startsWith('/pots/') ? image.replace('/pots/', `/pots/${PICTURES_VERSION}/`) : image
}

/** Is this the address of a picture as it is now, which never changes? */
export function isVersioned(path: string): boolean {
  return path.split('/')[2] === PICTURES_VERSION
}

/** The address without a version, of this shop or of one before it. */
export function withoutVersion(path: string): string {
  return path.replace(/^(\/(?:pots|pictures)\/)[0-9a-f]{10}\//, '$1')
}
