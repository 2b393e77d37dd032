// The other half of what only a real process shows, on a shop of its own, so that both halves run side by side.
import { after } from 'node:test'
import './cases/live-and-slow.ts'
import './cases/uploads.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './real-shop-harness.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
