// HTTP edge cases against a real server: request lines, conditional requests, files, and public endpoints.
import { after } from 'node:test'
import './cases/targets.ts'
import './cases/conditional.ts'
import './cases/files.ts'
import './cases/anonymous-access.ts'
import { closePatient } from './default-timeouts-harness.ts'

after(closePatient)
