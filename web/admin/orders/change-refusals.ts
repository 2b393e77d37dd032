/** Sentences for an order that was not changed. */
export const CHANGE_REFUSALS = {
  'not-allowed': 'This order can no longer be changed, because all of it was sent, or it was cancelled.',
  nothing: 'Nothing is changed yet.',
  'last-line': 'An order keeps at least one line. To remove everything, cancel the order instead.',
  'too-many-lines': 'An order holds at most 100 lines.',
  reduced:
    'A refund has lowered the price of a line that this removes, lowers or moves. Refund what is left of it, or cancel the order.',
  gap: 'Lines that were dispatched keep their place behind a line that is removed. Add a product in its place, or lower its quantity instead.',
}
