const PRELOAD = /<link rel="modulepreload" href="[^"]+"(?: nonce="[^"]*")?\/>/g
const START = /<script( nonce="[^"]*")? type="module" async="">[\s\S]*?<\/script>/

/**
 * Keeps a page's scripts in a template until its largest image has loaded, because on a slow connection they would
 * compete with it (LCP). A touch or key press starts them at once.
 *
 * @param html as React Router renders it; other HTML is returned unchanged
 */
export function deferScripts(html: string): string {
  const [start, nonce = ''] = START.exec(html) ?? []
  if (!start) return html
  const preloads = html.match(PRELOAD) ?? []
  return html
    .replaceAll(PRELOAD, '')
    .replace(
      START,
      () =>
        `<template id="scripts">${preloads.join('')}${start}</template><script${nonce} type="module">${WAIT}</script>`,
    )
}

/** The timeout is for hidden tabs, which never paint. Styles hide the other images until `data-first-image` is set. */
const WAIT = `const first = document.querySelector('img[fetchpriority="high"]');
await new Promise((go) => {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, go, { once: true, passive: true });
  setTimeout(go, 2000);
  const paint = () => requestAnimationFrame(() => setTimeout(go));
  if (!first || first.complete) paint();
  else for (const end of ['load', 'error']) first.addEventListener(end, paint, { once: true });
});
document.documentElement.dataset.firstImage = '';
const scripts = document.getElementById('scripts');
scripts.replaceWith(scripts.content);
`
