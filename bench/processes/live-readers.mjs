// Opens many live streams to one shop and reports when all have received a change. A separate process, so that the clients'
// memory is not counted as the shop's.
import { connect } from 'node:net'

const [host, port, count] = process.argv.slice(2)
const CONCURRENCY = 100

let open = 0
let received
let failed = 0

function openStream(onOpen) {
  let isOpen = false
  const socket = connect({ host, port: Number(port) }, () =>
    socket.write(`GET /live HTTP/1.1\r\nHost: ${host}:${port}\r\n\r\n`),
  )
  socket.setEncoding('latin1').on('data', (text) => {
    if (!isOpen && text.includes('retry:')) {
      isOpen = true
      open += 1
      onOpen()
    }
    for (const [, id] of text.matchAll(/event: product\ndata: (\S+)\n/g)) countEvent(id)
  })
  socket.once('error', () => {})
  socket.once('close', () => {
    failed += 1
    if (!isOpen) onOpen()
  })
}

/** Ignores events until all streams are open. */
function countEvent(id) {
  if (!received) return
  const times = (received.get(id) ?? 0) + 1
  received.set(id, times)
  if (times === Number(count)) process.send({ id, at: Date.now() })
}

async function openAll() {
  for (let left = Number(count); left > 0; left -= CONCURRENCY) {
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, left) }, () => new Promise(openStream)))
  }
  received = new Map()
  process.send({ open, failed })
}

process.on('disconnect', () => process.exit())
openAll()
