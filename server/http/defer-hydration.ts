const PRELOAD = /<link rel="modulepreload" href="([^"]+)"(?: nonce="[^"]*")?\/>/g
const START = /(<script(?: nonce="[^"]*")? type="module" async="">)([\s\S]*?)(<\/script>)/

/**
 * Lets a page's scripts wait until its first picture is there, so that on a slow line they do not share the line with
 * it. Whoever touches the page or presses a key before that has them fetched at once, and the button that was pressed
 * last is pressed again when it can answer.
 *
 * @param html as React Router renders it; what is put together differently comes back as it is
 */
export function deferScripts(html: string): string {
  const start = START.exec(html)?.[2]
  if (start === undefined) return html
  const files = Array.from(html.matchAll(PRELOAD), ([, file]) => file)
  const late = start
    .replace(/^import "([^"]+)";$/gm, 'await import("$1");')
    .replace(/^import \* as (\w+) from "([^"]+)";$/gm, 'const $1 = await import("$2");')
  return html
    .replaceAll(PRELOAD, '')
    .replace(START, (_all, open, _code, close) => `${open}${KEEP_PRESS}${WAIT}${fetchAll(files)}\n${late}${close}`)
}

/**
 * In a hidden tab nothing is ever painted, so a clock runs along. Until `data-first-picture` is there, styles keep the
 * other pictures back.
 */
const WAIT = `const first = document.querySelector('img[fetchpriority="high"]');
await new Promise((go) => {
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, go, { once: true, passive: true });
  setTimeout(go, 2000);
  const paint = () => requestAnimationFrame(() => setTimeout(go));
  if (!first || first.complete) paint();
  else for (const end of ['load', 'error']) first.addEventListener(end, paint, { once: true });
});
document.documentElement.dataset.firstPicture = '';
`

/** Links and forms answer without scripts; only plain buttons have to wait for them. */
const KEEP_PRESS = `let pressed;
const note = ({ target }) => { pressed = target.closest('button[type="button"]') };
addEventListener('click', note, true);
new MutationObserver((_changes, observer) => {
  observer.disconnect();
  removeEventListener('click', note, true);
  pressed?.click();
}).observe(document.documentElement, { attributeFilter: ['data-ready'] });
`

/** Side by side, as the browser would have fetched them from the head, but each in a task of its own: a touch comes first. */
function fetchAll(files: (string | undefined)[]): string {
  return `for (const href of ${JSON.stringify(files)}) {
  setTimeout(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href })));
}
await new Promise((go) => setTimeout(go));`
}
