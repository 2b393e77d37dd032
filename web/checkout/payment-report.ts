import * as v from 'valibot'

const name = v.pipe(v.string(), v.regex(/^\w{1,80}$/))
const reportSchema = v.object({ checkoutId: v.pipe(v.string(), v.uuid()), paymentId: name, signature: name })

/** The report of the payment widget; undefined if the form is not one. */
export function parsePaymentReport(form: FormData): v.InferOutput<typeof reportSchema> | undefined {
  const parsed = v.safeParse(reportSchema, Object.fromEntries(form))
  return parsed.success ? parsed.output : undefined
}

export const PAID_STATUS = { placed: 200, waiting: 202, refunded: 409, refused: 400 } as const
export const OPEN_STATUS = { 'not-found': 404, paid: 409, 'not-payable': 409, unavailable: 503 } as const
