// What goes wrong only in a process of its own, with the sandbox beside it: a real shop, attacked over its port, must be
// the same processes afterwards, with as much open as before.
import { after } from 'node:test'
import './cases/header-registry.ts'
import './cases/pipelines.ts'
import './cases/raw-bytes.ts'
import { closeSharedRealShop, testThatNothingIsLeft } from './real-shop-harness.ts'

testThatNothingIsLeft()
after(closeSharedRealShop)
