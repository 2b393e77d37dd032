// The small print of HTTP, through a real door: request lines, conditional requests, files, and what strangers may read.
import { after } from 'node:test'
import './cases/targets.ts'
import './cases/conditional.ts'
import './cases/files.ts'
import './cases/anonymous-access.ts'
import { closePatient } from './default-timeouts-harness.ts'

after(closePatient)
