/** Those of the specification's messages that every page needs, apart from the others. */
export const loadFailures = {
  product: 'Error fetching product',
  products: 'Failed to load products',
} as const
