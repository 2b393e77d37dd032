// The second half of the attacks, with a shop of its own, so that both halves run in parallel.
import { after } from 'node:test'
import './cases/injection.ts'
import './cases/request-smuggling.ts'
import { closeShared } from './harness.ts'

after(closeShared)
