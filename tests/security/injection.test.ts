// The other half of the attacks, on a shop of its own, so that both halves run side by side.
import { after } from 'node:test'
import './attacks/injection.ts'
import './attacks/wire.ts'
import { closeShared } from './attacks/door.ts'

after(closeShared)
