import { someAddress } from '#tests/support/fixtures/factories.ts'
import type { Sample } from './permissions-harness.ts'

/** Requests for the tables of the back office as CSV files. */
export const csvSamples: Record<string, Sample> = {
  'GET /adminDashboard/export/:table': () => ({
    path: '/adminDashboard/export/orders',
    secret: someAddress.mobileNumber,
  }),
  'GET /adminDashboard/import': () => ({ path: '/adminDashboard/import' }),
  'POST /adminDashboard/import': () => ({
    path: '/adminDashboard/import',
    form: {
      step: 'write',
      file: new File(
        ['title,price,sizeCode,category,description,productImageUrl\nNew,5,C01,POT,Round,/pots/cubee-room'],
        'pots.csv',
      ),
    },
  }),
}
