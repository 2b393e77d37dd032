/** What the React Router plugin makes of the pages; imported by the front door alone. */
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}
