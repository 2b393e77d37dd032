// The other half of the attacks, on a shop of its own, so that both halves run side by side.
import { after } from 'node:test'
import './cases/injection.ts'
import './cases/request-smuggling.ts'
import { closeShared } from './harness.ts'

after(closeShared)
