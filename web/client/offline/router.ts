import type { createBrowserRouter } from 'react-router'

/** React Router's own fields on the window. If a new version drops one, tests/browser/storefront/offline.spec.ts fails. */
declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to the browser's own
  interface Window {
    __reactRouterDataRouter?: Pick<
      ReturnType<typeof createBrowserRouter>,
      'state' | 'navigate' | 'revalidate' | 'subscribe' | 'patchRoutes'
    >
    __reactRouterManifest: { url: string; routes: Record<string, ManifestRoute> }
    /** The code of the routes that are loaded, by their ids. */
    __reactRouterRouteModules: Record<string, unknown>
  }
}

export type ManifestRoute = { id: string; path?: string; index?: boolean; module: string }
