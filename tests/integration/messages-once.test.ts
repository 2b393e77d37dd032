// Emails about orders of instances that are killed. `npm run test:chaos` sends a thousand.
import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { MAY_BE_MISSING, MAY_BE_TWICE } from '#domain/messages/sent-message.ts'
import { listenForSmtp } from '#tests/support/emails/smtp-service.ts'
import { openSenders } from '#tests/support/killed-senders.ts'
import { rounds } from '#tests/support/rounds.ts'

const KILLS = rounds({ few: 2, all: 12 })
const LIMIT_MS = rounds({ few: 240_000, all: 1_200_000 })

const server = openServer()
let senders: Awaited<ReturnType<typeof openSenders>>

before(async () => {
  const port = await listenForSmtp(server)
  senders = await openSenders({
    channel: 'email',
    batch: rounds({ few: 8, all: 56 }),
    // By the user the server knows which of them it talks to.
    env: (number) => ({ SMTP_URL: `smtp://${number}:password@127.0.0.1:${port}` }),
  })
})

after(async () => {
  await senders?.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

/** Takes emails, and knows them by their Message-ID, which is the same on every try. */
function openServer(): SMTPServer {
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, reply) => reply(null, { user: username ?? '' }),
    async onData(stream, { user, remotePort }, reply) {
      // A sender may be killed in the middle of it.
      const email = await text(stream).catch(() => undefined)
      if (email === undefined) return
      const id = Number(/^message-id: <sent-(\d+)@/im.exec(email)?.[1])
      const trouble = senders.meet(Number(user), id)
      if (!trouble) reply(null, '2.0.0 Ok')
      else if (trouble === 'refused') reply(Object.assign(new Error('4.3.0 Later'), { responseCode: 451 }))
      else sockets.get(remotePort)?.destroy()
    },
  })
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
  return server
}

test('every order is told of, and twice only where an answer was lost, which its row says', {
  timeout: LIMIT_MS,
}, async (t) => {
  const began = performance.now()
  const rows = await senders.send(KILLS)
  const doubled = rows.filter(({ copies }) => copies === 2)
  const unclear = rows.filter(({ state }) => state === 'unclear')
  t.diagnostic(
    `${rows.length} orders, ${KILLS} kills, ${rows.filter(({ copies }) => copies === 0).length} missing, ${doubled.length} ` +
      `doubled, all of them among ${unclear.length} marked unclear, in ${Math.round((performance.now() - began) / 1000)} s`,
  )
  assert.deepEqual([...new Set(rows.map(({ copies }) => copies))].sort(), [1, 2])
  assert.ok(doubled.every(({ state }) => state === 'unclear'))
  assert.ok(senders.answers().every((times) => times === 1))
  assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['sent', 'unclear']))
  for (const { problem } of unclear) assert.ok(problem === MAY_BE_TWICE || problem === MAY_BE_MISSING)
  assert.equal(unclear.filter(({ problem }) => problem === MAY_BE_MISSING).length, 1)
})
