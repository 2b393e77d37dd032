// Live streams and the sandbox through the listener that `npm start` opens, at two instances of a shop.
import { after } from 'node:test'
import './live-streams.ts'
import './sandbox.ts'
import { closeInstances } from './instances-harness.ts'

after(closeInstances)
