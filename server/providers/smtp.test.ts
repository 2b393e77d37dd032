import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { AnswerLostError, ProviderRejectedError, ProviderUnavailableError } from '#server/errors.ts'
import { listenForSmtp, openSmtpService, SMTP_LOGIN } from '#tests/support/emails/smtp-service.ts'
import { openSmtp } from './smtp.ts'

const email = {
  message: { email: 'meera@gamla.example', name: 'Meera', amount: '', status: '' },
  subject: 'Order placed',
  html: '<p>Thank you</p>',
  text: 'Thank you',
  messageId: '<sent-12@gamla.example>',
}
let standIn: Awaited<ReturnType<typeof openSmtpService>>
const opened: ReturnType<typeof openSmtp>[] = []

function smtp(changes: object = {}, silenceMs = 500) {
  const sender = { name: 'Gamla', address: 'orders@gamla.example' }
  const client = openSmtp(
    { host: '127.0.0.1', port: standIn.port, isTls: false, ...SMTP_LOGIN, sender, ...changes },
    { silenceMs },
  )
  opened.push(client)
  return client
}

before(async () => {
  standIn = await openSmtpService()
})
beforeEach(() => standIn.faults.clear())
after(() => {
  for (const client of opened) client.close()
  return standIn.close()
})

/** What went wrong: for ever or for now, and the words for a person. */
async function failure(sending: Promise<unknown>): Promise<[kind: 'ever' | 'now' | 'lost', words: string]> {
  const error = await sending.then(
    () => assert.fail('It was sent'),
    (error: unknown) => error,
  )
  if (error instanceof ProviderRejectedError) return ['ever', error.reason ?? '']
  assert.ok(error instanceof ProviderUnavailableError, String(error))
  assert.doesNotMatch(error.message, /meera/)
  if (error instanceof AnswerLostError) return ['lost', error.reason ?? '']
  return ['now', error.reason ?? '']
}

test('an email arrives as HTML and text, from the shop, with the same Message-ID on every try', async () => {
  const client = smtp()
  assert.match(await client.send(email), /^250 2\.0\.0 Ok: queued as /)
  await client.send(email)
  const [second, first] = standIn.emails()
  assert.equal(first?.messageId, '<sent-12@gamla.example>')
  assert.equal(second?.messageId, first.messageId)
  assert.deepEqual(
    [first.from, first.to, first.name, first.subject, first.html.trim(), first.text.trim()],
    ['Gamla ‹orders@gamla.example›', 'meera@gamla.example', 'Meera', 'Order placed', '<p>Thank you</p>', 'Thank you'],
  )
})

test('a refusal for now is tried again, one for ever is not, and both have the server’s words', async () => {
  const client = smtp()
  for (const command of [/MAIL FROM/, /RCPT TO/, /DATA/]) {
    void standIn.faults.expect(command, { status: 451, description: '4.7.1 Greylisted, try again later' })
    const [kind, words] = await failure(client.send(email))
    assert.deepEqual([kind, /451 4\.7\.1 Greylisted/.test(words)], ['now', true], words)
  }
  for (const command of [/RCPT TO/, /DATA/]) {
    void standIn.faults.expect(command, { status: 550, description: '5.1.1 No such user' })
    const [kind, words] = await failure(client.send(email))
    assert.deepEqual([kind, /550 5\.1\.1 No such user/.test(words)], ['ever', true], words)
  }
  // The sender or the login is wrong, which the owner can mend.
  void standIn.faults.expect(/MAIL FROM/, { status: 553, description: '5.7.1 Sender address rejected' })
  assert.equal((await failure(client.send(email)))[0], 'now')
  void standIn.faults.expect(/RCPT TO/, { status: 530, description: '5.7.0 Authentication required' })
  assert.equal((await failure(client.send(email)))[0], 'now')
  await client.send(email)
})

test('a lost answer is a failure for now, although the email has arrived, and is not repeated unasked', async () => {
  for (const fault of ['broken-response', 'withheld-response'] as const) {
    const before = standIn.emails().length
    void standIn.faults.expect(/DATA/, fault)
    await assert.rejects(smtp().send(email), AnswerLostError)
    assert.equal(standIn.emails().length, before + 1)
  }
  // Nodemailer does not tell how far it had got.
  void standIn.faults.expect(/RCPT TO/, 'no-response')
  await assert.rejects(smtp().send(email), AnswerLostError)
  void standIn.faults.expect(/DATA/, { delayMs: 50 })
  await smtp().send(email)
})

test('a wrong password and a host that is not there are told in words, without the password', async () => {
  const [kind, words] = await failure(smtp({ password: 'wrong-secret' }).send(email))
  assert.equal(kind, 'now')
  assert.match(words, /535 5\.7\.8 Username and password not accepted/)
  assert.doesNotMatch(words, /wrong-secret/)
  for (const [changes, wanted] of [
    [{ port: 9 }, /ECONNREFUSED/],
    [{ host: 'smtp.invalid' }, /ENOTFOUND|EAI_AGAIN/],
  ] as const)
    assert.match((await failure(smtp(changes).send(email)))[1], wanted)
})

test('a password that the server repeats is left out, also in base64', async () => {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, reply) =>
      reply(new Error(`Not you: ${password} ${btoa(`\0${username}\0${password}`)}`)),
  })
  const [, words] = await failure(smtp({ port: await listenForSmtp(server) }).send(email))
  assert.match(words, /Not you: … …/)
  server.close()
})

test('a certificate that does not fit is refused, by STARTTLS and by TLS', async () => {
  // Of its own, which nobody has signed.
  for (const isTls of [false, true]) {
    let logins = 0
    const server = new SMTPServer({
      secure: isTls,
      logger: false,
      onAuth: (_given, _session, reply) => reply(null, { user: String(++logins) }),
    })
    const [kind, words] = await failure(smtp({ port: await listenForSmtp(server), isTls }).send(email))
    assert.deepEqual([kind, logins], ['now', 0])
    assert.match(words, /certificate|altnames|self.signed/i)
    server.close()
  }
})

test('a server elsewhere that offers no encryption gets neither the login nor the email', async () => {
  // Reached by names that are not known to be this machine.
  for (const host of ['::ffff:127.0.0.1', '127.1']) {
    const [kind, words] = await failure(smtp({ host }).send(email))
    assert.equal(kind, 'now')
    assert.match(words, /STARTTLS/i, host)
  }
})

test('line breaks in a name, an address or a subject write no header', async () => {
  const client = smtp()
  const before = standIn.emails().length
  const name = 'Meera\r\nBcc: spy@evil.example'
  await client.send({
    ...email,
    subject: 'Hello\r\nBcc: spy@evil.example\r\n\r\nSurprise',
    message: { ...email.message, name },
  })
  const [sent] = standIn.emails()
  assert.equal(standIn.emails().length, before + 1)
  assert.equal(sent?.to, 'meera@gamla.example')
  assert.match(sent.subject, /^Hello\s+Bcc: spy@evil\.example/)
  assert.equal(sent.text.trim(), 'Thank you')
  for (const address of ['meera@gamla.example\r\nRCPT TO:<spy@evil.example>', 'a@gamla.example>, <b@gamla.example'])
    await failure(client.send({ ...email, message: { ...email.message, email: address } }))
  assert.equal(standIn.emails().length, before + 1)
})
