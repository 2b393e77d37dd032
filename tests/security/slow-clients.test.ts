// The other half of what only a real process shows, on a shop of its own, so that both halves run side by side.
import { after } from 'node:test'
import './attacks/live-and-slow.ts'
import './attacks/uploads.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './attacks/real-shop.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
