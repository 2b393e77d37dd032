/** The handle of a page with a heading of level 1; the layout gives one to all others. */
export const hasHeading = { hasHeading: true }
