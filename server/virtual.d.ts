/** The server build of the pages, made by the React Router plugin; only server/app.ts imports it. */
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'

  const build: ServerBuild
  export = build
}
