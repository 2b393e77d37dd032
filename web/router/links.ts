// Replaces React Router's own module in the browser, where no page is prefetched.

export {
  getKeyedLinksForMatches,
  getModuleLinkHrefs,
  isPageLinkDescriptor,
  prefetchRouteCss,
  prefetchStyleLinks,
  // @ts-expect-error: React Router has no types for this file
} from 'react-router/dist/production/lib/dom/ssr/links.js'

export const getKeyedPrefetchLinks = () => Promise.resolve([])
export const getNewMatchesForLinks = () => []
