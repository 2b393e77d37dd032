// Opens many live lines to one shop and says when each has heard of each change. A process of its own, so that what
// ten thousand readers need is not counted as the shop's.
import { connect } from 'node:net'

const [host, port, count] = process.argv.slice(2)
const AT_ONCE = 100

let open = 0
let heard
let failed = 0

function openLine(onOpen) {
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
    for (const [, id] of text.matchAll(/event: product\ndata: (\S+)\n/g)) note(id)
  })
  socket.once('error', () => {})
  socket.once('close', () => {
    failed += 1
    if (!isOpen) onOpen()
  })
}

/** What changed before all had come is no concern of theirs. */
function note(id) {
  if (!heard) return
  const times = (heard.get(id) ?? 0) + 1
  heard.set(id, times)
  if (times === Number(count)) process.send({ id, at: Date.now() })
}

async function openAll() {
  for (let left = Number(count); left > 0; left -= AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, left) }, () => new Promise(openLine)))
  }
  heard = new Map()
  process.send({ open, failed })
}

process.on('disconnect', () => process.exit())
openAll()
