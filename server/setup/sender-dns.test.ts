import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeRecords } from '#domain/setup/sender-dns.ts'
import { openSenderDns } from './sender-dns.ts'

/** A name server that has these records, and counts what it is asked. */
function nameServer(records: Record<string, string[][] | 'ENODATA' | 'ETIMEOUT'>) {
  const asked: string[] = []
  return {
    asked,
    async resolveTxt(name: string): Promise<string[][]> {
      asked.push(name)
      const found = records[name] ?? 'ENOTFOUND'
      if (typeof found === 'string') throw Object.assign(new Error(found), { code: found })
      return found
    },
  }
}

test('records of the domain are found, a long one in parts, and remembered', async () => {
  const server = nameServer({
    'gamla.example': [['unrelated'], ['v=spf1 include:', '_spf.mail.example -all']],
    '_domainkey.gamla.example': 'ENODATA',
    '_dmarc.gamla.example': [['v=DMARC1; p=reject']],
  })
  const dns = openSenderDns(server)
  assert.deepEqual((await dns.read('gamla.example')).records, { SPF: true, DKIM: true, DMARC: true })
  const before = server.asked.length
  await dns.read('gamla.example')
  assert.equal(server.asked.length, before)
})

test('a key with a usual name is found where the name server hides that there are any, and the policy of the domain above counts', async () => {
  const server = nameServer({
    [['google', '_domainkey', 'mail.gamla.example'].join('.')]: [['v=DKIM1; k=rsa; p=MIIB']],
    '_dmarc.gamla.example': [['v=DMARC1; p=none']],
  })
  const { records } = await openSenderDns(server).read('mail.gamla.example')
  assert.deepEqual(records, { SPF: false, DKIM: true, DMARC: true })
  assert.equal(records && describeRecords(records), 'DKIM and DMARC are there, SPF is missing')
})

test('a name server that does not answer is no missing record, and is asked again', async () => {
  const server = nameServer({ 'gamla.example': 'ETIMEOUT' })
  const dns = openSenderDns(server)
  assert.equal((await dns.read('gamla.example')).records, undefined)
  const before = server.asked.length
  await dns.read('gamla.example')
  assert.ok(server.asked.length > before)
})
