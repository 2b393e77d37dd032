// npm run ready: installs and builds what npm start needs, without starting. For servers whose service may not write to
// the code, and for images.
import { build, install } from './ready.mjs'
import { main } from './run.mjs'

await main(async () => {
  await install()
  await build()
})
