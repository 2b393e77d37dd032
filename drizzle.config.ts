import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` compares the schema with the last migration and writes the next one. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/schema/!(*.test).ts',
  out: './server/db/migrations',
  casing: 'snake_case',
})
