import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeSecurityTxt } from './security-txt.ts'

const now = new Date('2026-11-22T15:30:00Z')

function fieldsOf(text: string): [string, string][] {
  assert.match(text, /\n$/)
  return text
    .trimEnd()
    .split('\n')
    .map((line) => /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line)?.slice(1) as [string, string])
}

test('it says whom to tell, until when it holds, in which languages and where it stands', () => {
  const config = { publicUrl: 'https://gamla.example', securityContact: 'mailto:security@gamla.example', port: 3000 }
  assert.deepEqual(fieldsOf(writeSecurityTxt(config, now)), [
    ['Contact', 'mailto:security@gamla.example'],
    ['Expires', '2027-05-21T00:00:00.000Z'],
    ['Preferred-Languages', 'en, hi'],
    ['Canonical', 'https://gamla.example/.well-known/security.txt'],
  ])
})

test('without a contact of its own, the shop’s contact page is one', () => {
  const contactOf = (publicUrl: string | undefined) =>
    new Map(fieldsOf(writeSecurityTxt({ publicUrl, securityContact: undefined, port: 3000 }, now)))
  assert.equal(contactOf('https://gamla.example').get('Contact'), 'https://gamla.example/contactUs')
  assert.equal(contactOf(undefined).get('Contact'), 'http://localhost:3000/contactUs')
  assert.equal(contactOf(undefined).has('Canonical'), false)
})

test('whenever it is asked for, it expires later, and within a year', () => {
  for (let day = 0; day < 800; day += 1) {
    const asked = new Date(now.getTime() + day * 86_400_000)
    const text = writeSecurityTxt({ publicUrl: undefined, securityContact: undefined, port: 3000 }, asked)
    const left = new Date(new Map(fieldsOf(text)).get('Expires') ?? '').getTime() - asked.getTime()
    assert.ok(left > 30 * 86_400_000 && left < 365 * 86_400_000, asked.toISOString())
  }
})
