// Replaces React Router's own module in the browser: `routeDiscovery` is `initial`, so no routes are discovered while browsing.

export const isFogOfWarEnabled = () => false
export const useFogOFWarDiscovery = () => {}
export const getPatchRoutesOnNavigationFunction = () => undefined

// Only React Router's server and server components import these, which are not in the browser.
export const getManifestPath = undefined
export const getPartialManifest = undefined
export const getPathsWithAncestors = undefined
export const handleClientVersionMismatch = undefined
