/**
 * Opens Android's Scene Viewer with the pot at its true size; without Scene Viewer, the page stays.
 *
 * @param shown absolute addresses of a GLB and of the product's page, and the pot's title
 */
export function sceneViewerLink({ file, title, page }: { file: string; title: string; page: string }): string {
  const query = new URLSearchParams({ file, mode: 'ar_preferred', resizable: 'false', title, link: page })
  // Scene Viewer does not read `+` as a space.
  const target = `arvr.google.com/scene-viewer/1.2?${String(query).replaceAll('+', '%20')}`
  return [
    `intent://${target}#Intent`,
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(`${page}#no-ar`)}`,
    'end;',
  ].join(';')
}

/** Opens Apple's Quick Look with the pot at its true size. */
export function quickLookLink(usdz: string): string {
  return `${usdz}#allowsContentScaling=0`
}
