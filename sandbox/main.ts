// The sandbox's process. The shop forks it and sends it its options with the port of HTTP, then the port of SMTP.

import { createServer } from 'node:http'
import type net from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openSandbox, type SandboxOptions } from './sandbox.ts'

process.on('disconnect', () => process.exit(0))

process.once('message', (options: SandboxOptions, port: net.Server) => {
  const { app, smtp } = openSandbox(options)
  const http = createServer(getRequestListener(app.fetch))
  port.on('connection', (socket) => http.emit('connection', socket))
  process.once('message', (_, smtpPort: net.Server) => smtp?.listen(smtpPort))
})
