// The second half of the process tests, with a shop of its own, so that both halves run in parallel.
import { after } from 'node:test'
import './cases/live-and-slow.ts'
import './cases/uploads.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './real-shop-harness.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
