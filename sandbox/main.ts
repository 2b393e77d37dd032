// The process of the stand-ins. The shop forks it, and sends it what it is for, and the port that it listens on.

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
