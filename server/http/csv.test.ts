import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvDownload, toCsv } from './csv.ts'

test('a file holds no formula, and amounts stay numbers', () => {
  const rows = [['=1+1', '-5', -5, { paise: -129_900 }, 'a;=b']]
  assert.equal(toCsv(rows), "'=1+1,'-5,-5,-1299.00,a;'=b\r\n")
})

test('commas, quotation marks and lines stay in their cell', () => {
  assert.equal(toCsv([['12, Lane', '6" pot', 'two\nlines', '']]), '"12, Lane","6"" pot","two\nlines",\r\n')
})

test('a download is for this browser alone and is read as UTF-8', async () => {
  async function* rows() {
    yield [['गमला', 2]]
    yield [['+91', 3]]
  }
  const answer = csvDownload('pots.csv', ['name', 'count'], rows())
  assert.deepEqual([...Buffer.from(await answer.clone().arrayBuffer()).subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.equal(await answer.text(), "name,count\r\nगमला,2\r\n'+91,3\r\n")
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="pots.csv"')
})
