const PRELOAD = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>/g
const START = /(<script(?: nonce="[^"]*")? type="module" async="">)([\s\S]*?)(<\/script>)/

/**
 * Delays a page's scripts until its largest image has loaded, because on a slow connection they would compete with it
 * (LCP). A touch or key press loads them at once, and the last button pressed is clicked again after hydration.
 *
 * @param html as React Router renders it; other HTML is returned unchanged
 */
export function deferScripts(html: string): string {
  const start = START.exec(html)?.[2]
  if (start === undefined) return html
  const files = Array.from(html.matchAll(PRELOAD), ([, file]) => file)
  const deferred = start
    .replace(/^import "([^"]+)";$/gm, 'await import("$1");')
    .replace(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = await import("$2");')
  return html
    .replaceAll(PRELOAD, '')
    .replace(
      START,
      (_all, open, _code, close) => `${open}${REPLAY_CLICK}${WAIT}${fetchAll(files)}\n${deferred}${close}`,
    )
}

/**
 * The timeout is for hidden tabs, which never paint. Styles hide the other images until `data-first-image` is set.
 */
const WAIT = `const first = document.querySelector('img[fetchpriority="high"]');
await new Promise((go) => {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, go, { once: true, passive: true });
  setTimeout(go, 2000);
  const paint = () => requestAnimationFrame(() => setTimeout(go));
  if (!first || first.complete) paint();
  else for (const end of ['load', 'error']) first.addEventListener(end, paint, { once: true });
});
document.documentElement.dataset.firstImage = '';
`

/** Links and forms work without scripts; only plain buttons need replaying. */
const REPLAY_CLICK = `let pressed;
const note = ({ target }) => { pressed = target.closest('button[type="button"]') };
addEventListener('click', note, true);
new MutationObserver((_changes, observer) => {
  observer.disconnect();
  removeEventListener('click', note, true);
  pressed?.click();
}).observe(document.documentElement, { attributeFilter: ['data-ready'] });
`

/** In parallel, as preloads in the head would be, but each in its own task, so that input is handled in between. */
function fetchAll(files: (string | undefined)[]): string {
  return `for (const href of ${JSON.stringify(files)}) {
  setTimeout(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href })));
}
await new Promise((go) => setTimeout(go));`
}
