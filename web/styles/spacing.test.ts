import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

test('margins, paddings and gaps are of the scale in tokens.css, or of the text', async () => {
  const strays: string[] = []
  for await (const file of glob('**/*.css', { cwd: join(import.meta.dirname, '..') })) {
    const lines = (await readFile(join(import.meta.dirname, '..', file), 'utf8')).split('\n')
    // A negative margin takes back what a box around it has.
    for (const line of lines)
      if (/^ *(margin|padding|gap|row-gap|column-gap).*[^-.\d][\d.]+rem/.test(line)) strays.push(file + line)
  }
  assert.deepEqual(strays, [])
})
