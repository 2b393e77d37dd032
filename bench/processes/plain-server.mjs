// The baseline: plain node:http sending one body from memory.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, headers] = process.argv.slice(2)
const body = readFileSync(file)
const sent = JSON.parse(headers)
const server = createServer((_request, response) => response.writeHead(200, sent).end(body))
server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
