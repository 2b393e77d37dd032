// npm run shop: installs what is missing, then runs a command of the shop on Node 24.
import { constants } from 'node:os'
import { join } from 'node:path'
import { install, node24, root } from './ready.mjs'
import { main, tryRun } from './run.mjs'

/** npm passes the flag that loads `.env`, so that tests never read the operator's settings. */
const isDotenv = process.argv[2] === '--dotenv'
const flags = isDotenv ? ['--env-file-if-exists=.env'] : []
const command = process.argv.slice(isDotenv ? 3 : 2)

await main(async () => {
  await install()
  const args = [...flags, join(root, 'server', 'cli', 'main.ts'), ...command]
  const { code, output } = await tryRun(node24, args, { stdio: 'inherit' })
  if (output) console.error(`Node 24 could not be started: ${output}`)
  return typeof code === 'number' ? code : 128 + constants.signals[code]
})
