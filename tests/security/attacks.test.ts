// What was done to other shops is tried on this one: one whole shop behind a real door, and a file for each kind of attack.
// What they write and how they send it is in injection.test.ts.
import { after } from 'node:test'
import './cases/headers.ts'
import './cases/client-tampering.ts'
import './cases/redirects-and-paths.ts'
import { closeShared } from './harness.ts'

after(closeShared)
