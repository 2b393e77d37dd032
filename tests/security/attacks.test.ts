// Attacks known from other shops, against a whole shop behind a real HTTP server, with a file for each kind. Injection and
// raw requests are in injection.test.ts and http-edges.test.ts.
import { after } from 'node:test'
import './cases/headers.ts'
import './cases/client-tampering.ts'
import './cases/redirects-and-paths.ts'
import { closeShared } from './harness.ts'

after(closeShared)
