import { measure } from './emails.ts'
console.table(await measure())
process.exit(0)
