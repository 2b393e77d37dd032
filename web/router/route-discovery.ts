// Stands for React Router's own module in the browser: `routeDiscovery` is `initial`, so no route is found while browsing.

export const isFogOfWarEnabled = () => false
export const useFogOFWarDiscovery = () => {}
export const getPatchRoutesOnNavigationFunction = () => undefined

// Only React Router's server and its server components, which are not in the browser, ask for these.
export const getManifestPath = undefined
export const getPartialManifest = undefined
export const getPathsWithAncestors = undefined
export const handleClientVersionMismatch = undefined
