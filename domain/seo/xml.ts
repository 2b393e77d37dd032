/** Escapes text for XML; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** `<name>text</name>` */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
