import { someAddress } from '#tests/support/fixtures/factories.ts'
import type { Sample } from './permissions-harness.ts'

/** Requests about pincodes, cash and its confirmation. */
export const deliverySamples: Record<string, Sample> = {
  'GET /pincode': () => ({ path: '/pincode?pincode=411001' }),
  'GET /pincode/:pincode': () => ({ path: '/pincode/411001' }),
  'POST /cart/terms': () => ({ path: '/cart/terms', form: { ...someAddress, total: '495' } }),
  'POST /adminDashboard/settings save-areas': () => ({
    path: '/adminDashboard/settings',
    // Only the headings: the shop delivers everywhere.
    form: { intent: 'save-areas', areas: new File(['pincode,days,cash,largest\n'], 'pincodes.csv') },
  }),
}
