import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  // A public page is cached whole, so the browser gets every route's name with it instead of asking as it goes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
