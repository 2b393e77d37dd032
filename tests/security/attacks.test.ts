// What was done to other shops is tried on this one: one whole shop behind a real door, and a file for each kind of attack.
// What they write and how they send it is in attacks-words.test.ts.
import { after } from 'node:test'
import './attacks/headers.ts'
import './attacks/browser-says.ts'
import './attacks/ways.ts'
import { closeShared } from './attacks/door.ts'

after(closeShared)
