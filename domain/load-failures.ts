/** The specification's messages that every page needs, in a file of their own so that pages need not load the rest. */
export const loadFailures = {
  product: 'Error fetching product',
  products: 'Failed to load products',
} as const
