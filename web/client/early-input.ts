/** Sent in the commit that hydrates the page. */
export const HYDRATED = 'page:hydrated'
/** Sent when the effects of that commit have run, so that the page reacts as it does from now on. */
export const READY = 'page:ready'

/**
 * The inline script of every page. Before the first paint it notes what this browser has stored, so that neither "Login" nor
 * an empty cart flashes up, and the header has the visitor's name. And it keeps what is chosen, typed and pressed before the
 * page is hydrated, and repeats it afterwards in the same order. Links and submit buttons work without scripts, so they wait
 * only behind a button that does not, or where a dialog asks before something is sent, or where only scripts know the answer
 * (`data-waits`).
 *
 * - React must not see an early click: it would hydrate in the middle of it, and handle it in addition to the repeated one.
 * - Text comes back in the commit, because React puts the original text into a `textarea`, which may be sent at any moment.
 * - A field is set back before its change is repeated, because React reports only what has changed since hydration. What
 *   is typed in the meantime counts, and what another repeated change has set back does not. Nor does what the page itself
 *   fills in once it is hydrated, such as a draft.
 */
export const EARLY_INPUT = `try {
  const { dataset, style } = document.documentElement;
  if (localStorage.users) dataset.visitor = '';
  if (localStorage.cart?.length > 2) dataset.cart = '';
  style.setProperty('--visitor', JSON.stringify(JSON.parse(localStorage.users).name));
} catch {}
{
  const early = new Map();
  let isHydrated = false;
  let isRepeating = false;
  const types = ['input', 'change'];
  const isChoice = ({ type }) => type === 'radio' || type === 'checkbox';
  const stateOf = (field) => [field.value, field.selectionStart, field.selectionEnd];
  const keep = (element, state) => {
    early.delete(element);
    early.set(element, state);
  };
  const onInput = ({ target, isTrusted }) => isRepeating || (isHydrated && !isTrusted) || isChoice(target) || keep(target, stateOf(target));
  const onClick = (event) => {
    const field = event.target;
    const control = field.closest('button, a[href]');
    if (isChoice(field)) keep(field, field.checked);
    else {
      if (!control || !control.matches('[type="button"], [aria-haspopup="dialog"], [data-waits]') && !mustWait(control, event)) return;
      event.preventDefault();
      control.ariaBusy = true;
      keep(control);
    }
    event.stopImmediatePropagation();
  };
  const mustWait = (control, { button, metaKey, ctrlKey, shiftKey }) =>
    !(button || metaKey || ctrlKey || shiftKey || early.has(control)) && [...early.keys()].some(({ type }) => type === 'button');
  const write = (field, [text, start, end]) => {
    if (start == null) return field.value = text;
    field.value = '';
    field.setRangeText(text);
    if (field === document.activeElement) field.setSelectionRange(start, end);
  };
  const isText = (field, state) => Array.isArray(state) && field.type !== 'file';
  const repeat = (element, state) => {
    if (!Array.isArray(state)) {
      if (isChoice(element)) element.checked = !state;
      element.ariaBusy = null;
      return element.click();
    }
    if (isText(element, state)) write(element, state);
    for (const type of types) element.dispatchEvent(new Event(type, { bubbles: true }));
  };
  addEventListener('click', onClick, true);
  for (const type of types) addEventListener(type, onInput, true);
  addEventListener('${HYDRATED}', () => {
    isHydrated = true;
    removeEventListener('click', onClick, true);
    for (const [field, state] of early) if (isText(field, state) && field.value !== state[0]) write(field, state);
  }, { once: true });
  addEventListener('${READY}', async () => {
    for (const element of early.keys()) {
      await new Promise((done) => setTimeout(done));
      isRepeating = true;
      if (element.isConnected) repeat(element, early.get(element));
      isRepeating = false;
    }
    for (const type of types) removeEventListener(type, onInput, true);
  }, { once: true });
}`
