// What was done to other shops is tried on this one: one whole shop behind a real door, and a file for each kind of attack.
import { after } from 'node:test'
import './attacks/headers.ts'
import './attacks/browser-says.ts'
import './attacks/injection.ts'
import './attacks/ways.ts'
import './attacks/wire.ts'
import { closeShared } from './attacks/door.ts'

after(closeShared)
