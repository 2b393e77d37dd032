// Attacks on a real shop over its port, with the sandbox as a separate process. Afterwards the same processes must run,
// holding as many resources as before.
import { after } from 'node:test'
import './cases/header-registry.ts'
import './cases/live-and-slow.ts'
import './cases/pipelines.ts'
import './cases/raw-bytes.ts'
import './cases/uploads.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './real-shop-harness.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
