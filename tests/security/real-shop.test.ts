// What goes wrong only in a process of its own, with the sandbox beside it: a real shop, attacked over its port, must be
// the same processes afterwards, with as much open as before.
import { after } from 'node:test'
import './attacks/registry.ts'
import './attacks/pipelines.ts'
import './attacks/raw-bytes.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './attacks/real-shop.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
