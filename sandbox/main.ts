// The sandbox's process. The shop forks it and sends it its options and the port to listen on.

import { createServer } from 'node:http'
import type net from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openSandbox, type SandboxOptions } from './sandbox.ts'

process.on('disconnect', () => process.exit(0))

process.once('message', (options: SandboxOptions, port: net.Server) => {
  const app = openSandbox(options)
  const http = createServer(getRequestListener(app.fetch))
  port.on('connection', (socket) => http.emit('connection', socket))
})
