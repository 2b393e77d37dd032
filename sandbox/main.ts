// The process of the stand-ins. The shop forks it, and sends it what it is for, and the port that it listens on.

import { createServer } from 'node:http'
import type net from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openSandbox, type SandboxOptions } from './sandbox.ts'

// Ctrl-C reaches every process of the terminal; this one serves the shop until it has closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))

process.once('message', (options: SandboxOptions, port: net.Server) => {
  const app = openSandbox(options)
  const http = createServer(getRequestListener(app.fetch))
  port.on('connection', (socket) => http.emit('connection', socket))
})
