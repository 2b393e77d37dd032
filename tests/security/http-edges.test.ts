// The small print of HTTP, through a real door: request lines, conditional requests, files, and what strangers may read.
import { after } from 'node:test'
import './attacks/targets.ts'
import './attacks/conditional.ts'
import './attacks/files.ts'
import './attacks/strangers.ts'
import { closePatient } from './attacks/patient.ts'

after(closePatient)
