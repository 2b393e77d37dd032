import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variables } from '#server/config/variables.ts'
import { documentVariables } from './env-docs.ts'

const { present, wanted } = documentVariables()

test('.env.example says what server/config/variables.ts says (npm run docs:env)', () => {
  assert.equal(present, wanted)
})

test('.env.example names each variable as #NAME=, by which scripts/steps.mjs finds what to clear for tests', () => {
  const names = [...present.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const internal = ['NODE_ENV']
  assert.deepEqual(names.concat(internal).sort(), Object.keys(variables).sort())
})
