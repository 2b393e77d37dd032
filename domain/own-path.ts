/** This text as a path of this shop, or undefined: never another site, whatever a link says. */
export function parseOwnPath(text: string): URL | undefined {
  // A second slash or a backslash would name another host.
  if (!/^\/(?![/\\])/.test(text) || /[\p{Cc}\\]/u.test(text)) return undefined
  const url = new URL(text, 'https://shop.invalid')
  // `/.//evil` normalises to `//evil`, which a browser would read as a host.
  return url.host === 'shop.invalid' && !url.pathname.startsWith('//') ? url : undefined
}
