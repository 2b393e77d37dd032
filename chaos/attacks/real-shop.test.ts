// Attacks on a real shop over its port, with the sandbox as a separate process. Afterwards the same processes must run,
// holding as many resources as before.
import { after } from 'node:test'
import './header-registry.ts'
import './live-and-slow.ts'
import './pipelines.ts'
import './raw-bytes.ts'
import './uploads.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './real-shop-harness.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
