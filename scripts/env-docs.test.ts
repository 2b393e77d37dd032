import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { documentVariables } from './env-docs.ts'

for (const { file, present, wanted } of documentVariables())
  test(`${basename(file.pathname)} says what server/config/variables.ts says (npm run docs:env)`, () => {
    assert.equal(present, wanted)
  })
