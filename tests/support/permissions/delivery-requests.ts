import { someAddress } from '#tests/support/fixtures/factories.ts'
import type { Sample } from './permissions-harness.ts'

/** Requests about pincodes, cash and its confirmation. */
export const deliverySamples: Record<string, Sample> = {
  'GET /pincode': () => ({ path: '/pincode?pincode=411001' }),
  'GET /pincode/:pincode': () => ({ path: '/pincode/411001' }),
  'POST /cart/terms': () => ({ path: '/cart/terms', form: { ...someAddress, total: '495' } }),
  // A wrong token is answered like an order that does not exist.
  'GET /orders/:id/confirm/:token': ({ ids }) => ({ path: `/orders/${ids.orders.user}/confirm/${'x'.repeat(22)}` }),
  'POST /orders/:id/confirm/:token': ({ ids }) => ({
    path: `/orders/${ids.orders.user}/confirm/${'x'.repeat(22)}`,
    form: {},
  }),
  // Cannot be paid, so that nobody asks the provider.
  'POST /orders/:id/pay': async ({ ids, sql }, who) => {
    const id = ids.orders[who === 'seller' || who === 'admin' ? who : 'user']
    await sql(`update orders set cancel = 'requested' where id = $1`, [id])
    return { path: `/orders/${id}/pay`, form: {} }
  },
  'GET /adminDashboard/cash': () => ({ path: '/adminDashboard/cash' }),
  'POST /adminDashboard/cash': () => ({
    path: '/adminDashboard/cash',
    form: {
      file: new File([`AWB,Amount,Date,UTR\nPERMIT1,495,2026-11-26,${crypto.randomUUID()}\n`], 'remittance.csv'),
    },
  }),
  'POST /adminDashboard/settings save-areas': () => ({
    path: '/adminDashboard/settings',
    // Only the headings: the shop delivers everywhere.
    form: { intent: 'save-areas', areas: new File(['pincode,days,cash,largest\n'], 'pincodes.csv') },
  }),
}
